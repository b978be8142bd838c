/** The days of the week, Monday first, as keys with their names. */
export const weekdays = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
} as const
/** The keys of `weekdays`, Monday first. */
export const weekdayNames: readonly string[] = Object.keys(weekdays)

const halfHours = Array.from({ length: 48 }, (_, index) => index / 2)
const padTwo = (part: number) => String(part).padStart(2, '0')

/** Every half hour of a day: `09:30` with its label `09:30 AM`. */
export const timesOfDay: Record<string, string> = Object.fromEntries(
  halfHours.map((hours) => {
    const [hour, minutes] = [Math.floor(hours), padTwo((hours % 1) * 60)]
    const label = `${padTwo(hour % 12 || 12)}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
    return [`${padTwo(hour)}:${minutes}`, label]
  }),
)
