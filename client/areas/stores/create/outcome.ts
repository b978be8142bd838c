import type { CreateInput, SettleInput } from '#machines/createStore/setup.ts'
import type { CreateOutcome, Settled } from '#machines/createStore/context.ts'
import { ApiFailure } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { createStoreFields } from './steps.ts'
import { createStoreMessages } from './words.ts'
import { isCopied, isHeld, sectionsIn } from './copied.ts'
import { inputText } from '#shared/engine/fields/formValues.ts'
import { isPicked } from '#shared/engine/list/picked.ts'
import { messages } from '#shared/messages.ts'
import { createRecord } from '#shared/engine/recordCalls.ts'
import { pickReferences, withIds } from '#shared/engine/fields/references.ts'
import type { Outcome } from '#shared/navigation/notice.ts'
import { storeAddress } from '#shared/areas/stores/storeAddress.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { duplicateStore } from '#shared/areas/stores/duplicateStore.ts'
import { pageFailure } from '#client/runtime/failures.ts'
import { readTemplate } from './template.ts'

type Values = Record<string, unknown>

/** Creates the store of the wizard and says how that ended. Never rejects for what the platform answers. */
export async function createOutcome(
  api: Api,
  { values, writeKey, template }: CreateInput,
): Promise<CreateOutcome> {
  const { templateId, sections: _boxes, ...own } = values
  try {
    const store = isPicked(templateId)
      ? await duplicateStore(
          api,
          templateId.id,
          {
            values: withIds(isHeld(template, values) ? own : typedOver(values, own)),
            sections: sectionsIn(values),
          },
          writeKey,
        )
      : await createRecord(api, stores, withIds(own), writeKey)
    return { kind: 'created', id: store.id }
  } catch (error) {
    return refusalOf(error, templateId)
  }
}

export const createdStore = (id: number, { name }: Values): Outcome => ({
  notice: 'store-created',
  of: { resource: stores.name, id, name: inputText(name), to: storeAddress(id) },
})

/** What is sent over a template: where it fills a field, only what was typed. */
const typedOver = (values: Values, own: Values): Values =>
  Object.fromEntries(
    Object.entries(own).filter(
      ([name, value]) => !(isCopied(values, name) && inputText(value) === ''),
    ),
  )

/** Which records the texts of a step name, and what the template chosen holds. It never rejects for what the platform answers. */
export async function settleReferences(
  api: Api,
  { values, template }: SettleInput,
): Promise<Settled | CreateOutcome> {
  try {
    const picked = await pickReferences(api, createStoreFields, values)
    const chosen = picked.values['templateId']
    if (!isPicked(chosen) || chosen.id === template?.id) return { ...picked, template }
    try {
      return { ...picked, template: await readTemplate(api, chosen.id) }
    } catch (error) {
      const outcome = refusalOf(error, chosen)
      // What cannot be read now is copied on creating.
      const errors = outcome.kind === 'refused' ? outcome.errors : {}
      return { ...picked, template: null, errors: { ...picked.errors, ...errors } }
    }
  } catch (error) {
    return refusalOf(error, null)
  }
}

function refusalOf(error: unknown, template: unknown): CreateOutcome {
  if (!(error instanceof ApiFailure)) throw error
  const { problem, status } = error
  if (problem.fields) return { kind: 'refused', errors: problem.fields }
  if (status === 404 && isPicked(template)) {
    const field = createStoreFields['templateId']?.label ?? ''
    return {
      kind: 'refused',
      errors: { templateId: messages.validation.notOne(field, template.label, 0) },
    }
  }
  const failure = pageFailure(error, createStoreMessages.store)
  return { kind: 'failed', failure: { ...failure, status } }
}
