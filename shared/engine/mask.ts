/** What replaces the rest of each word in a masked name or address. */
export const maskedEnding = '•••'
