import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./ui";
import { App } from "./App";
import { keepShell } from "./offline";
import { useSettings } from "./settings";
import { showPageTheme } from "./ui/theme";

showPageTheme(useSettings.getState().page);

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

keepShell();
