import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { Api } from '#shared/engine/api.ts'
import { textIn } from '#shared/engine/fields/kind.ts'
import type { Sent } from '#shared/engine/fields/kind.ts'
import { fieldOfInput, partName, pickedText } from '#shared/engine/list/picked.ts'
import { previewRules } from '#shared/areas/members/groupCalls.ts'
import type { DraftRules, GroupPreview } from '#shared/areas/members/groupCalls.ts'
import { rulesFromParts } from '#shared/areas/members/groupRules.ts'
import { faultsIn, partsOf } from '#shared/areas/members/ruleParts.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { joinSentences } from '#shared/format/sentences.ts'
import { useApi } from '#client/runtime/ConsoleContext.tsx'
import { reasonOf } from '#client/runtime/failureSentence.ts'
import { Refusal } from '#client/form/answerForm.ts'
import type { Refused } from '#client/form/answerForm.ts'
import { target, writtenIn } from '#client/form/saveChanges.ts'
import { isControl } from '#client/ui/inputs/useCommittedChange.ts'
import { groupsMessages } from './words.ts'

const { mend } = groupsMessages
const { storeId, priority, rules } = memberGroups.fields
const previewed = { storeId, priority, rules }

/** Whom the rules of a form would find as it stands. */
export async function previewOf(api: Api, form: FormData): Promise<GroupPreview> {
  const values = (await writtenIn(api, previewed, form)) as Omit<DraftRules, 'id'> // The rules of their fields hold.
  return previewRules(api, { ...values, id: target(form).id || null })
}

const rulesIn = (form: Sent) => rulesFromParts(form.getAll(partName('rules')).map(String))

/** What a form says of whom it would find. */
const saidIn = (form: Sent) => ({
  store: textIn(form, 'storeId'),
  beside: [
    textIn(form, pickedText('storeId'))?.trim().toLowerCase(),
    textIn(form, 'priority'),
    ...rulesIn(form),
  ].join('\n'),
})
type Said = ReturnType<typeof saidIn>

/** A store whose name was typed becomes a choice when it is left, and is the same. */
const isSame = (now: Said, before: Said) =>
  now.beside === before.beside && (!before.store || now.store === before.store)

/** The preview that an answer told, and what the form said that it answers. */
export function toldIn({ told, values }: Pick<Refused, 'told' | 'values'>) {
  const texts = (name: string) => [values[name] ?? []].flat().map(String)
  const sent = { get: (name: string) => texts(name).at(-1) ?? null, getAll: texts }
  return { preview: told as GroupPreview, of: saidIn(sent) } // The action of these forms tells no other.
}
export type Told = ReturnType<typeof toldIn>

/** The preview of a form's rules, or why there is none, while the form says what it is of. */
export function useRulePreview(place: RefObject<HTMLElement | null>, told: Told | undefined) {
  const api = useApi()
  const [seen, setSeen] = useState<GroupPreview | string | undefined>(told?.preview)
  const [busy, setBusy] = useState(false)
  const of = useRef<Said>(null)

  const hear = useEffectEvent((form: HTMLFormElement) => {
    if (!of.current || isSame(saidIn(new FormData(form)), of.current)) return
    of.current = null
    setSeen(undefined)
  })
  const begin = useEffectEvent((form: HTMLFormElement) => {
    of.current = told?.of ?? null
    // What was told is of what was typed, which may have been discarded.
    hear(form)
  })
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    begin(form)
    const listener = ({ target: changed }: Event) => {
      if (isControl(changed) && fieldOfInput(changed.name) in previewed) hear(form)
    }
    form.addEventListener('input', listener)
    form.addEventListener('change', listener)
    return () => {
      form.removeEventListener('input', listener)
      form.removeEventListener('change', listener)
    }
  }, [place])

  async function look(form: HTMLFormElement) {
    const sent = new FormData(form)
    const said = saidIn(sent)
    of.current = said
    setBusy(true)
    const found = await previewOf(api, sent).catch((error) => whyNot(error, sent))
    // What changed meanwhile is not what was found.
    if (of.current === said) setSeen(found)
    setBusy(false)
  }
  return { seen, busy, look }
}

/** Rows say themselves what is wrong with them. */
function whyNot(error: unknown, sent: FormData): string {
  if (!(error instanceof Refusal)) return reasonOf(error, memberGroups.title.one)
  const { rules: wrong, ...others } = error.errors
  const isMarked = faultsIn(rulesIn(sent).map(partsOf), wrong).some(Boolean)
  return joinSentences(
    Object.values({ ...others, ...(wrong && { rules: isMarked ? mend : wrong }) }),
  )
}
