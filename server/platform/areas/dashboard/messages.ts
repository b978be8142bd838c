export const dashboardRangeMessages = {
  bothDates: 'Send "from" and "to" together.',
  notDate: (name: string, example: string) => `"${name}" must be a date like ${example}.`,
  reversed: '"to" must be on or after "from".',
  tooLong: (days: number) => `A range can be at most ${days} days long.`,
}
