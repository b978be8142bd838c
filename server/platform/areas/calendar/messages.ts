export const calendarCallMessages = {
  feed: 'calendar link',
  feedName: 'Operator console deadlines',
} as const
