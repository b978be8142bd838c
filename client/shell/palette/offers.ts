import '#client/storeForms.ts'
import { reference } from '#shared/engine/fields.ts'
import { listTitle } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { resources } from '#shared/resources/index.ts'
import { routeAt, routes } from '#shared/routes.ts'
import type { Route } from '#shared/routes.ts'
import { storeAddress } from '#client/stores/storeAddress.ts'
import { visitedPages } from '../finding.ts'
import type { Among, Here } from '../finding.ts'
import { isCalled, wordsOf } from './matching.ts'
import type { Allows } from './recordActions.ts'
import { paletteWords as say } from './words.ts'

/** One thing to open: what it is called, what tells it from others, and where it is; `of` is the record above it that it is done with. */
export type Item = { to: string; label: string; tells?: string; of?: string }
export type Group = { title: string; items: Item[] }

export const group = (title: string, items: Item[]): Group[] =>
  items.length > 0 ? [{ title, items }] : []

export const hasPage = ({ path }: Resource) => routeAt(path.split('?')[0] ?? '') !== undefined

export function pages(text: string, allows: Allows): Group[] {
  const words = wordsOf(text)
  const list: readonly Route[] = routes
  const open = list
    .filter((route) => route.path !== '/' && !route.path.includes(':') && allows(route))
    .map(({ path, title, group: heading }) => ({ to: path, label: title, tells: heading ?? '' }))
  const alone = resources
    // In a panel it is nothing but its form.
    .filter((one) => one.single && allows(one, one.path.includes('?') ? 'write' : 'read'))
    .map(({ path, title }) => ({ to: path, label: listTitle({ title }), tells: '' }))
  const called = [...open, ...alone].filter(({ label, tells }) =>
    isCalled(`${label} ${tells}`, words),
  )
  return group(say.go, called)
}

function actions(text: string, allows: Allows): Item[] {
  const words = wordsOf(text)
  const made = resources.flatMap((resource) => {
    const creation = hasPage(resource) ? reference('', resource).to?.creation : undefined
    return creation && allows(creation, 'write')
      ? [{ to: creation.address, label: say.create(resource.title.one) }]
      : []
  })
  return made.filter(({ label }) => isCalled(label, words))
}

function logsWith(text: string, pathname: string): Item[] {
  const [, id] = /^\/stores\/(\d+)(\/|$)/.exec(pathname) ?? []
  const search = text.trim()
  return id ? [{ label: say.logs(search), to: storeAddress(Number(id), 'logs', { search }) }] : []
}

/** What follows the records; before anything is typed also where one was, which only the browser knows. */
export function rest(
  text: string,
  among: Among,
  { allows, here, acts, live }: { allows: Allows; here: Here; acts: Item[]; live: boolean },
): Group[] {
  if (among === 'stores') return []
  const { pathname } = here
  if (wordsOf(text).length > 0)
    return group(say.act, [...acts, ...actions(text, allows), ...logsWith(text, pathname)])
  const items = (live ? visitedPages() : [])
    .filter(({ to }) => to !== pathname)
    .slice(0, 5)
    .map(({ to, title }) => {
      // The last part of a title is the product's name.
      const [label = title, ...tells] = title.split(' · ').slice(0, -1)
      return { to, label, tells: tells.join(' · ') }
    })
  return [
    ...group(say.visited, items),
    ...group(say.act, actions('', allows)),
    ...pages('', allows),
  ]
}
