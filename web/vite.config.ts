import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { serviceWorker } from "./worker/build";
import { pageTexts } from "./worker/texts";

const server = process.env.TENGEN_DEV_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  // Addresses relative to the page: the same build works behind any sub-path.
  base: "./",
  plugins: [react(), pageTexts(), serviceWorker()],
  resolve: {
    alias: { "@texts": fileURLToPath(new URL("../src/tengen/texts", import.meta.url)) },
  },
  build: {
    target: "es2022",
    // Nothing is inlined, so that the page needs no exception from its content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: [".."] },
    proxy: {
      "/api": { target: server, ws: true, changeOrigin: true, rewriteWsOrigin: true },
      "/healthz": server,
    },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    setupFiles: ["src/patience.ts"],
    testTimeout: 20_000,
  },
});
