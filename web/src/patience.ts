// How long tests of the page wait for what they expect: machines that run them may be busy.

import { configure } from "@testing-library/react";

configure({ asyncUtilTimeout: 8_000 });
