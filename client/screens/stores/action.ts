import type { ActionFunctionArgs } from 'react-router'
import { parseListView } from '#shared/engine/listView.ts'
import { organisations } from '#shared/resources/organisations.ts'
import { storeDefaults } from '#shared/resources/storeDefaults.ts'
import { stores } from '#shared/resources/stores.ts'
import { listAction } from '#client/list/listAction.ts'
import { changeIntents } from '#client/stores/changeIntents.ts'
import { panelNames } from './panelNames.ts'

const ofPanels = { list: stores, panels: panelNames }
const actions = {
  stores: listAction(stores, changeIntents, ofPanels),
  organisations: listAction(organisations, {}, ofPanels),
  defaults: listAction(storeDefaults, {}, ofPanels),
}

/** The open panel says whose record its form holds. */
export function action(args: ActionFunctionArgs) {
  const { panel } = parseListView(stores, new URL(args.request.url).searchParams, panelNames)
  if (panel?.kind === 'organisations' || panel?.kind === 'organisation')
    return actions.organisations(args)
  if (panel?.kind === 'defaults') return actions.defaults(args)
  return actions.stores(args)
}
