/** What the server takes at most, so that a field takes no more. Passwords have no limit here: nothing may be cut off unseen. */
export const ADVISED_PASSWORD = 15;
export const LONGEST_CODE = 40;
export const LONGEST_INVITE = 100;
