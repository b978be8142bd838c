import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { areas } from '#server/platform/areas/index.ts'
import { getChores } from '#server/platform/core/area/chores.ts'

/** Describes a cron expression in the words of the page. */
function describeSchedule(cron: string): string {
  const [minute = '', hour = ''] = cron.split(' ')
  const [start = '', interval] = minute.split('/')
  if (interval) return `every ${interval} minutes, from minute ${start === '*' ? 0 : start}`
  if (minute === '*') return 'every minute'
  if (hour === '*') return `every hour, at minute ${minute}`
  return `every day, at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
}

test('the page of chores lists each chore with its schedule and area', () => {
  const page = readFileSync('server/docs/chores.md', 'utf8')
  const rows = [...page.matchAll(/^\| (every [^|]+) \| `(\w+)` \| (\w+) \| [^|]+ \|$/gm)]
  const listed = rows.map(([, schedule, name, area]) => ({ schedule, name, area }))
  const chores = getChores(areas).map(({ name, cron }) => ({
    schedule: describeSchedule(cron),
    name,
    area: areas.find((area) => area.chores?.some((chore) => chore.name === name))?.name ?? 'core',
  }))
  const sortByName = (list: typeof listed) =>
    list.toSorted((a, b) => String(a.name).localeCompare(String(b.name)))
  expect(sortByName(listed)).toEqual(sortByName(chores))
})
