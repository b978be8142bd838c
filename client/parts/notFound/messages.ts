export const notFoundMessages = {
  text: "We couldn't find a page at this URL.",
  nearest: 'Did you mean',
  fallback: 'Try one of these pages',
  search: 'Find a page',
}
