export const notFoundWords = {
  text: 'There is no page at this address.',
  nearest: 'Perhaps you look for',
  search: 'Find a page',
}
