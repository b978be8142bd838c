export const keysMessages = {
  title: 'Keyboard shortcuts',
  close: 'Close',
  all: [
    ['Ctrl/Cmd K', 'Search or jump to'],
    ['/', 'Search list'],
    ['j', 'Next row'],
    ['k', 'Previous row'],
    ['x', 'Select row'],
    ['Shift x', 'Select a range of rows'],
    ['Ctrl/Cmd A', 'Select all rows on the page'],
    ['Enter', 'Open row'],
    ['e', 'Edit row'],
    ['n', 'New record'],
    ['Ctrl/Cmd S', 'Save form'],
    ['Escape', 'Close panel'],
    ['?', 'Show keyboard shortcuts'],
  ],
} as const
