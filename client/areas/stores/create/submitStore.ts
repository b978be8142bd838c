import type {
  CreateInput,
  CreateOutcome,
  ResolveInput,
  ResolvedReferences,
} from '#machines/createStore/context.ts'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { createStoreFields } from './wizardSteps.ts'
import { createStoreMessages } from './messages.ts'
import { isFilledByTemplate, isTemplateLoaded, getSelectedSections } from './templateValues.ts'
import { formatInput } from '#shared/engine/fields/formValues.ts'
import { isReferenceValue } from '#shared/engine/list/referenceValues.ts'
import { messages } from '#shared/messages.ts'
import { createRecord } from '#shared/engine/recordCalls.ts'
import { resolveReferences, toReferenceIds } from '#shared/engine/fields/references.ts'
import type { FlashMessage } from '#shared/navigation/flashMessage.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { duplicateStore } from '#shared/areas/stores/storeDuplicateCalls.ts'
import { toPageFailure } from '#client/runtime/failures.ts'
import { loadTemplate } from './useTemplateLoading.ts'

type StoreDraftValues = Record<string, unknown>

/**
 * Creates the wizard's store and returns the outcome. Never rejects for an answer of the platform.
 */
export async function submitStore(
  api: Api,
  { values, writeKey, template }: CreateInput,
): Promise<CreateOutcome> {
  const { templateId, sections: _boxes, ...own } = values
  try {
    const store = isReferenceValue(templateId)
      ? await duplicateStore(
          api,
          templateId.id,
          {
            values: toReferenceIds(
              isTemplateLoaded(template, values) ? own : omitTemplateFields(values, own),
            ),
            sections: getSelectedSections(values),
          },
          writeKey,
        )
      : await createRecord(api, stores, toReferenceIds(own), writeKey)
    return { kind: 'created', id: store.id }
  } catch (error) {
    return toCreateOutcome(error, templateId)
  }
}

export const createStoreFlash = (id: number, { name }: StoreDraftValues): FlashMessage => ({
  notice: 'store-created',
  of: { resource: stores.name, id, name: formatInput(name), to: buildStoreUrl(id) },
})

/** Omits empty fields that the template fills, so that only typed values override it. */
const omitTemplateFields = (values: StoreDraftValues, own: StoreDraftValues): StoreDraftValues =>
  Object.fromEntries(
    Object.entries(own).filter(
      ([name, value]) => !(isFilledByTemplate(values, name) && formatInput(value) === ''),
    ),
  )

/**
 * Resolves the typed references and loads the selected template's values. Never rejects for an
 * answer of the platform.
 */
export async function resolveWizardReferences(
  api: Api,
  { values, template }: ResolveInput,
): Promise<ResolvedReferences | CreateOutcome> {
  try {
    const resolved = await resolveReferences(api, createStoreFields, values)
    const selectedTemplate = resolved.values['templateId']
    if (!isReferenceValue(selectedTemplate) || selectedTemplate.id === template?.id)
      return { ...resolved, template }
    try {
      return { ...resolved, template: await loadTemplate(api, selectedTemplate.id) }
    } catch (error) {
      const outcome = toCreateOutcome(error, selectedTemplate)
      // A template that can't be loaded now is copied by the platform when the store is created.
      const errors = outcome.kind === 'refused' ? outcome.errors : {}
      return { ...resolved, template: null, errors: { ...resolved.errors, ...errors } }
    }
  } catch (error) {
    return toCreateOutcome(error, null)
  }
}

function toCreateOutcome(error: unknown, template: unknown): CreateOutcome {
  if (!(error instanceof ApiError)) throw error
  const { problem, status } = error
  if (problem.fields) return { kind: 'refused', errors: problem.fields }
  if (status === 404 && isReferenceValue(template)) {
    const field = createStoreFields['templateId']?.label ?? ''
    return {
      kind: 'refused',
      errors: { templateId: messages.validation.notOne(field, template.label, 0) },
    }
  }
  const failure = toPageFailure(error, createStoreMessages.store)
  return { kind: 'failed', failure: { ...failure, status } }
}
