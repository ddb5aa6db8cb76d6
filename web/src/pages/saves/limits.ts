/** What the server takes at most as the name of a saved game. */
export const LONGEST_SAVE_NAME = 60;
