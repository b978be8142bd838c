import { recordLink } from '#shared/engine/recordLink.ts'
import { stores } from '#shared/resources/stores.ts'
import { restoreStore } from '#shared/stores/storeStatusCalls.ts'
import type { Intent, Intents } from '#client/form/answerForm.ts'
import { saveChanges, target } from '#client/form/saveChanges.ts'
import { changeIntents } from '#client/stores/changeIntents.ts'
import { fieldsOf, resetIntent } from './storeTab.tsx'
import type { Shown, StoreField, StoreTab } from './storeTab.tsx'

/** What the forms of a tab may ask for: its own, and those of what stands above and beside every tab. */
export const intentsOf = ({ fields = [], intents = {} }: StoreTab): Intents<Shown> => ({
  restore,
  ...changeIntents,
  ...(fields.length > 0 ? { edit: save(fields) } : {}),
  ...Object.fromEntries(fields.map((field) => [resetIntent + field, reset(field)])),
  ...intents,
})

/** Takes a deletion back; its form stands above every tab. */
const restore: Intent = async ({ api, form, key }) => {
  const store = await restoreStore(api, target(form), key)
  return { notice: 'restored', of: recordLink(stores, store) }
}

const save =
  (fields: readonly StoreField[]): Intent =>
  async ({ api, resource, form, key }) => {
    const saved = await saveChanges(api, resource, fieldsOf(fields), form, key)
    return { notice: 'saved', ...saved }
  }

/** Empties one field, so that the platform's default counts. What others changed elsewhere meanwhile stays. */
const reset =
  (field: StoreField): Intent =>
  async ({ api, resource, form, key }) => {
    form.set(field, '')
    const saved = await saveChanges(api, resource, fieldsOf([field]), form, key)
    return { notice: 'reset', ...saved }
  }
