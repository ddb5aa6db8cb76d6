/** Catches what went wrong in the page below it and says so, instead of going blank. */
import { Component, type ReactNode } from "react";
import { useWords } from "../words/useWords";
import { Button } from "./Button";
import "./notices.css";

interface Props {
  children: ReactNode;
  /** A new value tries again: the page that failed is not the one shown now. */
  place: string;
  /** What failed is not shown anyway, and nothing is said. */
  isSilent?: boolean;
}

interface State {
  error: Error | null;
  place: string;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, place: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.place === state.place ? null : { error: null, place: props.place };
  }

  override render() {
    const { error } = this.state;
    if (error === null) {
      return this.props.children;
    }
    return this.props.isSilent ? null : <Broken error={error} />;
  }
}

function Broken({ error }: { error: Error }) {
  const { t } = useWords();
  return (
    <section className="tg-notice-page" role="alert">
      <h1>{t("page.broken")}</h1>
      <p>{t("page.broken.next")}</p>
      <p>
        <Button primary onClick={() => window.location.reload()}>
          {t("page.reload")}
        </Button>
      </p>
      <p className="tg-help">
        <code>{error.message || error.name}</code>
      </p>
    </section>
  );
}
