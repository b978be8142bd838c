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
export function useUncontrolledFormDraft({
  form,
  name,
  intent,
  ignoredFields,
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
  const initialContent = useRef<string>(null)
  const serialize = () => serializeForm(form.current, ignoredFields)
  const { formData } = useNavigation()

  function updateDraft() {
    const isTyped = serialize() !== initialContent.current
    setTypedOn(isTyped ? writeKey : null)
    if (isTyped) sessionStorage.setItem(key, serialize())
    else if (draft.offered === null) sessionStorage.removeItem(key)
  }
  useCommittedChange(form, updateDraft)
  const onAnswer = useEffectEvent((rejection: RejectedForm | undefined, pageKey: string) => {
    const isDone = sentWith.current !== null && sentWith.current !== pageKey
    if (isDone || rejection) sentWith.current = null
    if (!isDone || rejection) return
    initialContent.current = serialize()
    draft.discard()
  })
  useEffect(() => onAnswer(answer, writeKey), [answer, writeKey])
  const onMount = useEffectEvent(() => {
    // Text typed before script ran counts too.
    if (isFormEdited(form.current)) updateDraft()
    else if (!answer) initialContent.current = serialize()
  })
  const onUnmount = useEffectEvent(() => forgetSaved(sentWith.current !== null))
  useEffect(() => {
    onMount()
    return () => onUnmount()
  }, [])
  const onRestored = useEffectEvent(updateDraft)
  useEffect(() => {
    if (restored) onRestored()
  }, [restored])

  return {
    draft,
    isTyped: typedOn === writeKey && !formData,
    restored,
    restore: (values: RejectedForm['values']) =>
      setRestored({ intent, attempt: 'draft', values, errors: {} }),
    listeners: { onInput: updateDraft, onSubmit: () => void (sentWith.current = writeKey) },
  }
}

/** Serializes what the form would submit, except secrets and files. */
function serializeForm(form: HTMLFormElement | null, ignoredFields: readonly string[]): string {
  if (!form) return ''
  const formData = new FormData(form)
  const secret = [...form.querySelectorAll<HTMLInputElement>('input[type=password]')]
  const excluded = new Set([...ignoredFields, ...secret.map(({ name }) => name)])
  const names = [...new Set(formData.keys())].filter((name) => !excluded.has(name))
  const getTexts = (name: string) =>
    formData.getAll(name).filter((value) => typeof value === 'string')
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, getTexts(name)])))
}

const isFormEdited = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].some((control) => isControl(control) && isControlEdited(control))
