/** A text as a QR code, drawn as one path. Loaded only when somebody asks for it. */
import { useMemo } from "react";
import { encode } from "uqr";
import "./qr.css";

/** The quiet edge that readers need, in modules. */
const EDGE = 4;

export default function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawn(text), [text]);
  return (
    <svg className="tg-qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path className="tg-qr-ground" d={`M0 0h${size}v${size}H0z`} />
      <path className="tg-qr-ink" d={path} />
    </svg>
  );
}

/** Every dark stretch of a row as a box. */
export function drawn(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: EDGE, ecc: "M" });
  const boxes = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) {
        return [];
      }
      const end = row.indexOf(false, x);
      return [`M${x} ${y}h${(end === -1 ? size : end) - x}v1H${x}z`];
    }),
  );
  return { size, path: boxes.join("") };
}
