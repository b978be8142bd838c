export const paletteWords = {
  title: 'Search or jump to',
  stores: 'Switch store',
  submit: 'Search',
  close: 'Close',
  visited: 'Last visited',
  go: 'Go to',
  act: 'Do',
  edit: 'Edit',
  /** What asks before it is done. */
  asks: (action: string) => `${action}…`,
  /** What a list opens beside a record, besides the form that the record itself leads to. */
  panels: { history: 'History', delete: 'Delete…' },
  of: (action: string, record: string) => `${action}: ${record}`,
  logs: (text: string) => `Search this store's logs for “${text}”`,
  create: (one: string) => `New ${one}`,
  none: (text: string) => `Nothing is called “${text}”.`,
  failed: 'The search did not work. Try again.',
  partly: (kinds: string) => `Could not be searched: ${kinds}.`,
  more: 'There are more: type another word.',
  keys: [
    ['↑ ↓', 'choose'],
    ['↵', 'open'],
    ['Ctrl ↵', 'new tab'],
    ['Esc', 'close'],
  ],
} as const
