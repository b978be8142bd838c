import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { Api } from '#shared/engine/api.ts'
import { getText } from '#shared/engine/fields/kind.ts'
import type { FormEntries } from '#shared/engine/fields/kind.ts'
import {
  getFieldNameOfInput,
  getEntryPartInputName,
  getTextInputName,
} from '#shared/engine/list/referenceValues.ts'
import { loadRulePreview } from '#shared/areas/members/groupCalls.ts'
import type { DraftRules, GroupPreview } from '#shared/areas/members/groupCalls.ts'
import { joinRuleParts } from '#shared/areas/members/groupRules.ts'
import { locateRuleErrors, splitRule } from '#shared/areas/members/ruleParts.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { joinSentences } from '#shared/format/sentences.ts'
import { useApi } from '#client/runtime/ConsoleContext.tsx'
import { formatError } from '#client/runtime/formatError.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { parseRecordVersion, parseValidForm } from '#client/form/saveChanges.ts'
import { isControl } from '#client/ui/inputs/useCommittedChange.ts'
import { memberGroupsMessages } from './messages.ts'

const { fixRules: fixRulesMessage } = memberGroupsMessages
const { storeId, priority, rules } = memberGroups.fields
const previewFields = { storeId, priority, rules }

/** Loads the members that the form's current rules match. */
export async function loadPreview(api: Api, form: FormData): Promise<GroupPreview> {
  // The fields are validated.
  const values = (await parseValidForm(api, previewFields, form)) as Omit<DraftRules, 'id'>
  return loadRulePreview(api, { ...values, id: parseRecordVersion(form).id || null })
}

const getFormRules = (form: FormEntries) =>
  joinRuleParts(form.getAll(getEntryPartInputName('rules')).map(String))

/** Returns the form's values that decide which members match. */
const getPreviewInput = (form: FormEntries) => ({
  store: getText(form, 'storeId'),
  beside: [
    getText(form, getTextInputName('storeId'))?.trim().toLowerCase(),
    getText(form, 'priority'),
    ...getFormRules(form),
  ].join('\n'),
})
type PreviewInput = ReturnType<typeof getPreviewInput>

/**
 * Compares inputs. A typed store name turns into a selected store on blur, which changes nothing.
 */
const isSameInput = (now: PreviewInput, before: PreviewInput) =>
  now.beside === before.beside && (!before.store || now.store === before.store)

/** Returns the preview in a rejected form, and the input that it is for. */
export function parseFormPreview({
  result: preview,
  values,
}: Pick<RejectedForm, 'result' | 'values'>) {
  const getTexts = (name: string) => [values[name] ?? []].flat().map(String)
  const sent = { get: (name: string) => getTexts(name).at(-1) ?? null, getAll: getTexts }
  // The only result that these forms' action returns.
  return { preview: preview as GroupPreview, of: getPreviewInput(sent) }
}
export type FormPreview = ReturnType<typeof parseFormPreview>

/** Returns the preview of a form's rules, or why there is none, until the form's input changes. */
export function useRulePreview(
  container: RefObject<HTMLElement | null>,
  initial: FormPreview | undefined,
) {
  const api = useApi()
  const [seen, setSeen] = useState<GroupPreview | string | undefined>(initial?.preview)
  const [busy, setBusy] = useState(false)
  const previewedInput = useRef<PreviewInput>(null)

  const discardIfChanged = useEffectEvent((form: HTMLFormElement) => {
    if (
      !previewedInput.current ||
      isSameInput(getPreviewInput(new FormData(form)), previewedInput.current)
    )
      return
    previewedInput.current = null
    setSeen(undefined)
  })
  const restorePreview = useEffectEvent((form: HTMLFormElement) => {
    previewedInput.current = initial?.of ?? null
    // The preview may be for input that was discarded.
    discardIfChanged(form)
  })
  useEffect(() => {
    const form = container.current?.closest('form')
    if (!form) return
    restorePreview(form)
    const listener = ({ target: changed }: Event) => {
      if (isControl(changed) && getFieldNameOfInput(changed.name) in previewFields)
        discardIfChanged(form)
    }
    form.addEventListener('input', listener)
    form.addEventListener('change', listener)
    return () => {
      form.removeEventListener('input', listener)
      form.removeEventListener('change', listener)
    }
  }, [container])

  async function refreshPreview(form: HTMLFormElement) {
    const sent = new FormData(form)
    const input = getPreviewInput(sent)
    previewedInput.current = input
    setBusy(true)
    const result = await loadPreview(api, sent).catch((error) => formatPreviewError(error, sent))
    // Ignores a preview whose input has changed since.
    if (previewedInput.current === input) setSeen(result)
    setBusy(false)
  }
  return { seen, busy, look: refreshPreview }
}

/** Formats the error of a preview. Rows show their own errors, so these are left out. */
function formatPreviewError(error: unknown, sent: FormData): string {
  if (!(error instanceof FormError)) return formatError(error, memberGroups.title.one)
  const { rules: ruleError, ...others } = error.errors
  const isMarked = locateRuleErrors(getFormRules(sent).map(splitRule), ruleError).some(Boolean)
  return joinSentences(
    Object.values({
      ...others,
      ...(ruleError && { rules: isMarked ? fixRulesMessage : ruleError }),
    }),
  )
}
