import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useNavigation } from 'react-router'
import { isControl, useCommittedChange } from '#client/ui/inputs/useCommittedChange.ts'
import type { RejectedForm } from '../handleForm.ts'
import { useStoredDraft } from './DraftOffer.tsx'
import { isControlEdited } from './usePreHydrationInput.ts'

type TypedDraftOptions = {
  form: RefObject<HTMLFormElement | null>
  name: string
  intent: string
  /** Names of submitted fields that aren't typed. */
  ignoredFields: readonly string[]
  /** The page's write key, which changes after each successful write. */
  writeKey: string
  answer: RejectedForm | undefined
}

/**
 * Guards and saves what is typed into a form without a machine, like `useDraft`. A draft is what
 * the form would submit, and comes back like the answer to a rejected submit (screens.md, "Every
 * form"). Initial values are no draft.
 */
export function useTypedDraft({
  form,
  name,
  intent,
  ignoredFields: besides,
  writeKey,
  answer,
}: TypedDraftOptions) {
  const { key, draft, forgetSaved } = useStoredDraft(name, answer !== undefined)
  const [restored, setRestored] = useState<RejectedForm>()
  // The key of the page on which something was typed, so that submitted text doesn't block leaving.
  const [typedOn, setTypedOn] = useState(answer ? writeKey : null)
  // The page's key at the time of submission. A rejection leaves it unchanged.
  const sentWith = useRef<string>(null)
  /** The form's content before anything is typed; null if that isn't known. */
  const begun = useRef<string>(null)
  const typed = () => serializeForm(form.current, besides)
  const { formData } = useNavigation()

  function hear() {
    const isTyped = typed() !== begun.current
    setTypedOn(isTyped ? writeKey : null)
    if (isTyped) sessionStorage.setItem(key, typed())
    else if (draft.offered === null) sessionStorage.removeItem(key)
  }
  useCommittedChange(form, hear)
  const hearAnswer = useEffectEvent((refusal: RejectedForm | undefined, pageKey: string) => {
    const isDone = sentWith.current !== null && sentWith.current !== pageKey
    if (isDone || refusal) sentWith.current = null
    if (!isDone || refusal) return
    begun.current = typed()
    draft.discard()
  })
  useEffect(() => hearAnswer(answer, writeKey), [answer, writeKey])
  const begin = useEffectEvent(() => {
    // Text typed before script ran counts too.
    if (isFormEdited(form.current)) hear()
    else if (!answer) begun.current = typed()
  })
  const end = useEffectEvent(() => forgetSaved(sentWith.current !== null))
  useEffect(() => {
    begin()
    return () => end()
  }, [])
  const hearRestored = useEffectEvent(hear)
  useEffect(() => {
    if (restored) hearRestored()
  }, [restored])

  return {
    draft,
    isTyped: typedOn === writeKey && !formData,
    restored,
    restore: (values: RejectedForm['values']) =>
      setRestored({ intent, attempt: 'draft', values, errors: {} }),
    listeners: { onInput: hear, onSubmit: () => void (sentWith.current = writeKey) },
  }
}

/** Serializes what the form would submit, except secrets and files. */
function serializeForm(form: HTMLFormElement | null, besides: readonly string[]): string {
  if (!form) return ''
  const sent = new FormData(form)
  const secret = [...form.querySelectorAll<HTMLInputElement>('input[type=password]')]
  const left = new Set([...besides, ...secret.map(({ name }) => name)])
  const names = [...new Set(sent.keys())].filter((name) => !left.has(name))
  const texts = (name: string) => sent.getAll(name).filter((value) => typeof value === 'string')
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, texts(name)])))
}

const isFormEdited = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].some((control) => isControl(control) && isControlEdited(control))
