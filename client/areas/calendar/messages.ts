import { formatNumber } from '#shared/format/numbers.ts'

export const calendarMessages = {
  alerts: 'Alert settings',
  alertsExplain: 'Choose how many days before a deadline an alert appears on the dashboard.',
  feed: {
    title: 'Subscribe to the calendar',
    explain:
      'A calendar link shows the deadlines that you can see here in Google Calendar, Outlook, or Apple Calendar.',
    none: "You don't have a calendar link.",
    since: (when: string) => `Your link was created on ${when}.`,
    neverRead: 'No app has read it yet.',
    lastRead: (when: string) => `An app last read it on ${when}.`,
    created:
      "Copy the link now and add it to your calendar app, because it's shown only once. Anyone who has the link can read your deadlines.",
    replaces: 'A new link replaces the current one, which stops working.',
    link: 'the calendar link',
    create: 'Create link',
    renew: 'Replace link',
    turnOff: 'Turn off link',
  },
  monthView: 'Month',
  listView: 'List',
  months: 'Months',
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  previous: 'Previous',
  previousMonth: 'Previous month',
  thisMonth: 'This month',
  next: 'Next',
  nextMonth: 'Next month',
  none: (month: string) => `No deadlines in ${month}.`,
  more: (count: number) => `${count} more`,
  moreOn: (count: number, day: string) => `${count} more on ${day}`,
  incomplete: (shown: number) =>
    `Only the first ${formatNumber(shown)} deadlines of this month are shown. Filter them, or open the list to see all.`,
} as const
