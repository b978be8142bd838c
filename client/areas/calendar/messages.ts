import { formatNumber } from '#shared/format/numbers.ts'

export const calendarMessages = {
  alerts: 'Alert settings',
  alertsExplain: 'Choose how many days before a deadline an alert appears on the dashboard.',
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
