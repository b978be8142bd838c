import { withNotice } from '#shared/notice.ts'
import { restoreStore } from '#shared/stores/storeStatusCalls.ts'
import { stores } from '#shared/resources/stores.ts'
import { changeIntents } from '#client/stores/changeIntents.ts'
import { saveChanges } from '#client/form/saveChanges.ts'
import { fieldsOf, resetIntent } from './storeTab.tsx'
import type { StoreField, StoreIntent, StoreTab } from './storeTab.tsx'

/** What a form of this tab asks for; undefined where the tab has no such form. */
export function intentOf(tab: StoreTab, intent: string): StoreIntent | undefined {
  const { fields = [], intents = {} } = tab
  if (intent === 'edit' && fields.length > 0) return save(fields)
  const field = intent.startsWith(resetIntent) && intent.slice(resetIntent.length)
  const known = fields.find((name) => name === field)
  if (known) return reset(known)
  const all: Record<string, StoreIntent> = { restore, status, ...intents }
  return Object.hasOwn(all, intent) ? all[intent] : undefined
}

/** Changes the store's status; its panel opens beside every tab. */
const status: StoreIntent = async ({ api, form, key, back }) => {
  return withNotice(back, await changeIntents.status(api, stores, form, key))
}

/** Takes a deletion back; its form stands above every tab. */
const restore: StoreIntent = async ({ api, id, form, key, back }) => {
  await restoreStore(api, { id, version: Number(form.get('version')) }, key)
  return withNotice(back, 'restored')
}

const save =
  (fields: readonly StoreField[]): StoreIntent =>
  async ({ api, form, key, back }) => {
    await saveChanges(api, stores, fieldsOf(fields), form, key)
    return withNotice(back, 'saved')
  }

/** Empties one field, so that the platform's default counts. What others changed elsewhere meanwhile stays. */
const reset =
  (field: StoreField): StoreIntent =>
  async ({ api, form, key, back }) => {
    form.set(field, '')
    await saveChanges(api, stores, fieldsOf([field]), form, key)
    return withNotice(back, 'reset')
  }
