import '#client/frame/storeForms.ts'
import { reference } from '#shared/engine/fields/fields.ts'
import { listTitle } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { resources } from '#shared/areas/index.ts'
import { routeAt, routes } from '#shared/navigation/routes.ts'
import type { Route } from '#shared/navigation/routes.ts'
import { storeAddress } from '#shared/areas/stores/storeAddress.ts'
import { visitedPages } from '#client/shell/finding.ts'
import type { Among, Here } from '#client/shell/finding.ts'
import { isCalled, wordsOf } from './matching.ts'
import type { Allows } from './recordActions.ts'
import { otherNames, paletteWords as say } from './words.ts'

/** One thing to open: what it is called, what tells it from others, and where it is; `of` is the record above it that it is done with, `submits` the form of the page that it sends instead, `presses` what of the page it presses; `stays` what opens in the palette's own place. */
export type Item = {
  to: string
  label: string
  tells?: string
  of?: string
  submits?: string
  presses?: HTMLElement
  stays?: true
}
export type Group = { title: string; items: Item[] }

export const group = (title: string, items: Item[]): Group[] =>
  items.length > 0 ? [{ title, items }] : []

const routeOf = ({ path }: Resource) => routeAt(path.split('?')[0] ?? '')

export const hasPage = (resource: Resource) => routeOf(resource) !== undefined

export function pages(text: string, allows: Allows): Group[] {
  const words = wordsOf(text)
  const list: readonly Route[] = routes
  const open = list
    .filter((route) => route.path !== '/' && !route.path.includes(':') && allows(route))
    .map(({ path, title, group: heading }) => ({
      to: path,
      label: title,
      tells: heading ?? '',
      also: otherNames[path] ?? '',
    }))
  // Lists that share the address of another, behind a parameter; one of them may be looked for too.
  const beside = resources
    .filter((one) => !one.single && one.path.includes('?') && allows(one, 'read'))
    .map((one) => ({
      to: one.path,
      label: listTitle(one),
      tells: routeOf(one)?.title ?? '',
      also: one.title.one,
    }))
  const alone = resources
    // In a panel it is nothing but its form.
    .filter((one) => one.single && allows(one, one.path.includes('?') ? 'write' : 'read'))
    .map(({ path, title }) => ({ to: path, label: listTitle({ title }), tells: '' }))
  const called = [...open, ...beside, ...alone].filter((page) =>
    isCalled(`${page.label} ${page.tells} ${'also' in page ? page.also : ''}`, words),
  )
  return group(
    say.go,
    called.map(({ to, label, tells }) => ({ to, label, tells })),
  )
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

/** The store whose page this is. */
export function storeIn(pathname: string): number | null {
  const [, id] = /^\/stores\/(\d+)(\/|$)/.exec(pathname) ?? []
  return id ? Number(id) : null
}

function logsWith(text: string, pathname: string): Item[] {
  const id = storeIn(pathname)
  const search = text.trim()
  return id ? [{ label: say.logs(search), to: storeAddress(id, 'logs', { search }) }] : []
}

type Surroundings = { allows: Allows; here: Here; around: Item[]; ofPage: Item[] }

const plain = (label: string) => label.replace(/\.{3}$/, '')

export const isSame = (one: Item) => (other: Item) =>
  plain(one.label) === plain(other.label) || (one.to !== '' && one.to === other.to)

/** What follows the records; before anything is typed also where one was, which only the browser knows. */
export function rest(
  text: string,
  among: Among,
  { allows, here, acts, around, ofPage, live }: Surroundings & { acts: Item[]; live: boolean },
): Group[] {
  if (among === 'stores') return []
  const { pathname } = here
  const words = wordsOf(text)
  const isSought = ({ label }: Item) => isCalled(label, words)
  const everywhere = [...actions(text, allows), ...around].filter(isSought)
  // What is offered on every page stands there once.
  const offered = [...everywhere, ...pages('', allows).flatMap(({ items }) => items)]
  const own = ofPage.filter((one) => isSought(one) && !offered.some(isSame(one)))
  if (words.length > 0)
    return group(say.act, [
      ...own,
      ...acts.filter((act) => !own.some(isSame(act))),
      ...everywhere,
      ...logsWith(text, pathname),
    ])
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
    ...pages('', allows),
    ...group(say.act, [...own, ...everywhere]),
  ]
}

/** What stands above already is not there twice. */
export const without = (above: Group[], groups: Group[]): Group[] =>
  groups.flatMap(({ title, items }) =>
    group(
      title,
      items.filter((item) => !above.some((one) => one.items.some(({ to }) => to === item.to))),
    ),
  )
