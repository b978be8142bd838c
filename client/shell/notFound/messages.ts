export const notFoundMessages = {
  text: "We couldn't find a page at this URL.",
  nearest: 'Did you mean',
  search: 'Find a page',
}
