export const timeZoneMessages = {
  title: 'Time zone',
  label: 'Show times in',
  hint: 'Charts, totals, exports, and the API still use UTC.',
  wrong: "This isn't a time zone. Choose one from the list.",
  notKept: "We couldn't save the time zone. Try again.",
  what: 'time zone',
  cancel: 'Cancel',
  save: 'Save',
} as const
