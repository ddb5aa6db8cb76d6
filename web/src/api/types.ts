/** Names for the generated types. What the server says is written down once, in `generated.d.ts`. */
import type { components } from "./generated";

type Schemas = components["schemas"];

/** Without its English line for programs, which frames do not renew: pages put `status` into words. */
export type State = Omit<Schemas["State"], "message">;
export type View = Omit<Schemas["View"], "state"> & { state: State };
export type Kind = Schemas["KindOut"];
export type Option = Schemas["OptionOut"];
export type BoardSpec = Schemas["BoardOut"];
export type Started = Omit<Schemas["Started"], "state"> & { state: State };
/** What has a default may be left out. */
export type Lenient<Body, Names extends keyof Body> = Omit<Body, Names> & Partial<Pick<Body, Names>>;
export type SeatsIn = Lenient<Schemas["SeatsIn"], "beside">;
export type StartIn = Lenient<Schemas["StartIn"], "absence" | "beside" | "rated">;
export type LoadSaveIn = Omit<Schemas["LoadSaveIn"], "seats"> & { seats?: SeatsIn | null };
export type ClockIn = Schemas["ClockIn"];
export type ActIn = Schemas["ActIn"];
export type ActType = ActIn["type"];
export type RefusalBody = Schemas["Refusal"];
export type Replay = Schemas["Replay"];
export type AnalyzeIn = Lenient<Schemas["AnalyzeIn"], "lines" | "longer">;
export type Analysis = Schemas["AnalysisOut"];
export type Candidate = Schemas["CandidateOut"];
export type AnalysisMark = Schemas["AnalysisMark"];
export type ReplayNode = Schemas["NodeOut"];
export type Network = Schemas["NetworkAnswer"];
export type RulesPage = Schemas["RulesPage"];
export type RulesPicture = Schemas["PictureOut"];
export type ArenaListItem = Schemas["ArenaListItem"];
export type Arena = Schemas["ArenaOut"];
export type ArenaBoard = Schemas["ArenaBoardOut"];
export type Told = Schemas["Told"];
export type Presence = Schemas["Presence"];
export type SeatPresence = Schemas["SeatPresence"];
export type TimeLeft = Schemas["TimeLeft"];
export type Move = State["moves"][number];
export type XY = Schemas["XY"];
export type ColorName = State["currentPlayer"];

export type Outgoing = Schemas["Incoming"];
export type Done = Schemas["Done"];
export type RefusedFrame = Schemas["Refused"];
/** Whatever a server sends over a socket, except answers: told apart by its `type`. */
export type Frame = Schemas["OutgoingFrame"];
export type EventFrame = Schemas["EventFrame"];
export type FrameOf<Type extends Frame["type"]> = Extract<Frame, { type: Type }>;
export type AskedBySides = Schemas["AskedBySides"];
export type Formats = Schemas["FormatsAnswer"];

export const COLORS: readonly ColorName[] = ["BLACK", "WHITE"];

export function other(color: ColorName): ColorName {
  return color === "BLACK" ? "WHITE" : "BLACK";
}
