import { getColumnFilterOps } from '#shared/engine/list/filterColumns.ts'
import { getColumnLabel, getField, getListTitle } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { findResourceRoute } from '#shared/navigation/resourceRoute.ts'
import { routes } from '#shared/navigation/routes.ts'
import type { Route } from '#shared/navigation/routes.ts'
import { resources } from '#shared/areas/index.ts'
import { buildAccountUrl } from '#shared/areas/account/accountUrl.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { paymentSectionTitles } from '#shared/areas/payments/setupMessages.ts'
import { paletteMessages } from './messages.ts'
import type { PaletteItem } from './paletteItem.ts'
import type { Names } from './rating.ts'
import type { AccessCheck } from './paletteItem.ts'
import {
  accountAliases,
  fieldAliases,
  getImportAliases,
  listPanelAliases,
  pageAliases,
  recordAliases,
} from './vocabulary.ts'

/**
 * Somewhere to go, and what its page is called. A word of `choice` must be typed: "stores" doesn't
 * mean suspended ones.
 */
export type Place = PaletteItem & Pick<Names, 'context' | 'options'> & { choice?: string }

const maxKnown = 20

/**
 * Keeps the places of visitors with the same permissions, so that their names are split into words
 * only once. Nothing else about a visitor matters.
 */
function keepByAccess<Args extends unknown[]>(
  list: (allows: AccessCheck, ...args: Args) => Place[],
): (allows: AccessCheck, ...args: Args) => readonly Place[] {
  const known = new Map<string, readonly Place[]>()
  return (allows, ...args) => {
    const access = [
      ...routes.map((route) => allows(route)),
      ...resources.flatMap((one) => [allows(one, 'read'), allows(one, 'write')]),
    ]
    const key = `${access.map(Number).join('')} ${args.join(' ')}`
    const places = known.get(key) ?? list(allows, ...args)
    if (known.size >= maxKnown) known.clear()
    known.set(key, places)
    return places
  }
}

/** Lists every page, and every list behind a parameter. */
export const listPages = keepByAccess((allows) => {
  const list: readonly Route[] = routes
  const pages = list
    .filter((route) => route.path !== '/' && !route.path.includes(':') && allows(route))
    .map(({ path, title, group = '' }) => ({ to: path, label: title, detail: group }))
  // Lists that share another list's path, distinguished by a parameter.
  const siblingLists = resources
    .filter((one) => !one.api.single && one.path.includes('?') && allows(one, 'read'))
    .map((one) => ({
      to: one.path,
      label: getListTitle(one),
      detail: findResourceRoute(one)?.title ?? '',
    }))
  const singleRecords = resources
    // Shown in a panel, a single record has nothing but its form, so it requires write access.
    .filter((one) => one.api.single && allows(one, one.path.includes('?') ? 'write' : 'read'))
    .map(({ path, title }) => ({ to: path, label: getListTitle({ title }), detail: '' }))
  return [...pages, ...siblingLists, ...singleRecords].map((page) => ({
    ...page,
    aliases: [
      ...(pageAliases[page.to] ?? []),
      ...resources.filter(({ path }) => path === page.to).flatMap(({ title }) => [title.one]),
    ],
  }))
})

/** Lists the parts of pages that have URLs of their own, and the panels that pages offer. */
export const listParts = keepByAccess((allows) => [
  ...paletteMessages.accountSections.map(({ section, label }) => ({
    to: buildAccountUrl(section),
    label,
    detail: paletteMessages.account,
    aliases: accountAliases[section] ?? [],
  })),
  ...paletteMessages.listPanels
    .filter(({ resource }) =>
      resources.some((one) => one.name === resource && allows(one, 'write')),
    )
    .map(({ to, label, detail }) => ({ to, label, detail, aliases: listPanelAliases[to] ?? [] })),
  ...resources
    .filter((one) => one.api.import && hasList(one) && allows(one, 'write'))
    .map(({ path, title }) => ({
      to: addParam(path, 'import'),
      label: paletteMessages.import(title.many),
      aliases: getImportAliases(title.many),
    })),
])

const addParam = (path: string, param: string) => `${path}${path.includes('?') ? '&' : '?'}${param}`

const hasList = (resource: Resource): boolean =>
  findResourceRoute(resource) !== undefined && !resource.path.includes(':')

/** Lists each choice of a field by which a list can be filtered, such as suspended stores. */
export const listFilters = keepByAccess((allows) =>
  resources
    .filter((one) => !one.api.single && hasList(one) && allows(one))
    .flatMap((resource) =>
      Object.entries({ ...resource.fields, ...resource.derived }).flatMap(([name, field]) => {
        const [op] = getColumnFilterOps(resource, name)
        if (op === undefined || !field.options) return []
        return field.options.map(({ value, label }) => ({
          to: addParam(resource.path, `filter[${name}][${op}]=${encodeURIComponent(value)}`),
          label: `${getListTitle(resource)}: ${label}`,
          choice: label,
          detail: getColumnLabel(resource, name),
          aliases: [resource.title.one, ...(recordAliases[resource.name] ?? [])].map(
            (one) => `${label} ${one}`,
          ),
        }))
      }),
    ),
)

/** Names that most records have, which lead nowhere in particular. */
const commonFields = ['name', 'code', 'description', 'position', 'active', 'status', 'reason']

/** Pages that show the form of one record, whose fields a link can focus. */
const formPages = ['cognitoSetup', 'giftCardSetup']

/**
 * Lists the fields of forms other than those of stores: they open with the field focused where a
 * page shows the form, and otherwise the list of records that have the field.
 */
export const listFields = keepByAccess((allows, paymentSetupPath: string) => {
  return resources
    .filter((resource) => hasList(resource) && allows(resource, 'write'))
    .flatMap((resource) =>
      Object.keys(resource.fields)
        .filter((name) => resource.api.single || !commonFields.includes(name))
        .map((name) => ({
          ...describeField(resource, name, getListTitle(resource)),
          context: pageAliases[resource.path] ?? [],
          to:
            paymentSetupPath !== '' && resource.name === paymentSetups.name
              ? `${paymentSetupPath}?tab=${getPaymentTab(name)}#${name}`
              : resource.api.single || formPages.includes(resource.name)
                ? `${resource.path}#${name}`
                : resource.path,
        })),
    )
})

/** Describes a field by its label, its other names, and its choices. */
export function describeField(resource: Resource, name: string, detail: string): Omit<Place, 'to'> {
  const { label = name, options = [] } = getField(resource, name) ?? {}
  return {
    label,
    detail,
    aliases: fieldAliases[name] ?? [],
    options: options.length < maxChoices ? options.map((option) => option.label) : [],
  }
}

/** Longer lists, such as all countries, say nothing about the field. */
const maxChoices = 30

const paymentTabs: Readonly<Record<string, string>> = {
  [paymentSectionTitles.test]: 'credentials',
  [paymentSectionTitles.live]: 'credentials',
  [paymentSectionTitles.methods]: 'methods',
  [paymentSectionTitles.capture]: 'capture',
  [paymentSectionTitles.retries]: 'retries',
  [paymentSectionTitles.stores]: 'stores',
}

/** Returns the tab of a payment setup's page that shows a field. */
function getPaymentTab(name: string): string {
  const sections = paymentSetups.form.sections ?? []
  const section = sections.find(({ fields }) => (fields as readonly string[]).includes(name))
  return paymentTabs[section?.title ?? ''] ?? 'general'
}
