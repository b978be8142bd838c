import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { Form, useNavigate } from 'react-router'
import { fromPromise } from 'xstate'
import { createStoreMachine } from '#machines/createStore/index.ts'
import {
  getOtherStepsWithErrors,
  getCurrentStep,
  isDirty,
  isCreated,
  isAwaitingPlatform,
  getReachedSteps,
  toWizardProgress,
} from '#machines/createStore/snapshot.ts'
import type {
  CreateInput,
  CreateOutcome,
  CreateStoreInput,
  ResolveInput,
  ResolvedReferences,
} from '#machines/createStore/context.ts'
import { isUpload } from '#shared/engine/fields/fields.ts'
import { Button } from '#client/frame/index.ts'
import { createStoreFields, createStoreSteps } from './wizardSteps.ts'
import { createStoreMessages } from './messages.ts'
import { useActors, useApi } from '#client/runtime/ConsoleContext.tsx'
import { notifyInBrowser } from '#client/runtime/contexts.ts'
import { flashPart } from '#client/runtime/flashPart.ts'
import { UnsavedGuard } from '#client/form/drafts/UnsavedGuard.tsx'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { WizardFailures, RestartButton } from './WizardFailures.tsx'
import { HiddenWizardState } from './HiddenWizardState.tsx'
import { createStoreFlash, submitStore, resolveWizardReferences } from './submitStore.ts'
import { Review } from './Review.tsx'
import { StepFields } from './StepFields.tsx'
import { StepList } from './StepList.tsx'
import { useTemplateLoading } from './useTemplateLoading.ts'
import {
  finishAvailabilityChecks,
  hasPendingAvailabilityChecks,
  useAvailabilitySync,
  useAvailabilityChecks,
} from './useAvailabilitySync.ts'
import { useStepAddress } from './useStepAddress.ts'
import { useStepFocus } from './useStepFocus.ts'
import { useWizardFormHandlers } from './useWizardFormHandlers.ts'
import { useWizardDraft } from './useWizardDraft.ts'
import { toWizardEvent } from './wizardInput.ts'
import * as styles from './CreateStoreWizard.css.ts'

const isUploadField = (name: string) => {
  const field = createStoreFields[name]
  return field !== undefined && isUpload(field)
}

type WizardProps = {
  input: CreateStoreInput
  inherited: Record<string, unknown>
  host: string | null
  answered: boolean
}

/**
 * Renders the wizard's form. With JavaScript the machine handles the steps; without it, each button
 * submits the form to the action.
 */
export function CreateStoreWizard({ input, inherited, host, answered }: WizardProps) {
  const api = useApi()
  const actors = useActors()
  const navigate = useNavigate()
  const checks = useAvailabilityChecks()
  const [machine] = useState(() =>
    createStoreMachine.provide({
      actors: {
        create: fromPromise<CreateOutcome, CreateInput>((options) =>
          submitStore(api, options.input),
        ),
        settle: fromPromise<ResolvedReferences | CreateOutcome, ResolveInput>(
          async ({ input: unresolved }) => {
            await finishAvailabilityChecks(checks, Object.keys(unresolved.values))
            return resolveWizardReferences(api, unresolved)
          },
        ),
      },
    }),
  )
  const wizard = useActorRef(machine, { input })
  const step = useSelector(wizard, getCurrentStep)
  const creating = useSelector(wizard, (now) => isAwaitingPlatform(now) || isCreated(now))
  const isDirtyRun = useSelector(wizard, isDirty)
  const restored = useSelector(wizard, ({ context }) => context.restored)
  const writeKey = useSelector(wizard, ({ context }) => context.writeKey)
  const id = useSelector(wizard, ({ context }) => context.id)
  const reached = useSelector(wizard, (now) => getReachedSteps(now).length)
  const invalidSteps = useSelector(wizard, (now) => getOtherStepsWithErrors(now).join())
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // Restores the draft first, so that the URL then shows its step.
  useWizardDraft(wizard, answered)
  useStepAddress(wizard)
  useStepFocus(wizard, form, heading)
  useAvailabilitySync(wizard, checks)
  useTemplateLoading(wizard)
  const typing = useWizardFormHandlers(wizard, form)

  useEffect(() => {
    if (id === null) return
    const openStore = () => {
      const { values } = wizard.getSnapshot().context
      void navigate(notifyInBrowser(actors)(buildStoreUrl(id), createStoreFlash(id, values)))
    }
    // Without its text, the store's URL carries the outcome.
    flashPart.load().then(openStore, openStore)
  }, [id, navigate, wizard, actors])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // React's event type has no submitter.
    const { submitter } = event.nativeEvent as SubmitEvent
    typing.readAll()
    const sent = toWizardEvent(submitter instanceof HTMLButtonElement ? submitter.value : '')
    const unchecked = hasPendingAvailabilityChecks(
      checks,
      createStoreSteps[stepIndex]?.fields ?? [],
    )
    wizard.send(sent.type === 'step.next' ? { ...sent, unchecked } : sent)
  }

  const stepIndex = createStoreSteps.findIndex(({ name }) => name === step)
  const { title } = createStoreSteps[stepIndex] ?? createStoreSteps[0]
  const last = stepIndex === createStoreSteps.length - 1
  const hasFiles = createStoreSteps[stepIndex]?.fields.some(isUploadField)
  return (
    <Form
      ref={form}
      method="post"
      {...(hasFiles && { encType: 'multipart/form-data' as const })}
      className={styles.wizard}
      noValidate
      preventScrollReset
      onSubmit={submit}
      onInput={typing.onInput}
      onBlur={typing.onBlur}
    >
      {/* Enter presses the form's first button. */}
      <button type="submit" name="intent" value={last ? 'create' : 'next'} hidden>
        {last ? createStoreMessages.create : createStoreMessages.next}
      </button>
      <HiddenWizardState key={`${step}.${writeKey}`} run={toWizardProgress(wizard.getSnapshot())} />
      <StepList at={stepIndex} reached={reached} bad={invalidSteps.split(',')} />
      <section className={styles.step} aria-labelledby="step-title">
        {restored && (
          <div className={styles.restored} role="status">
            <span>{createStoreMessages.restored}</span>
            <RestartButton wizard={wizard} />
          </div>
        )}
        <header className={styles.head}>
          <h2 ref={heading} id="step-title" className={styles.title} tabIndex={-1}>
            {title}
          </h2>
          <p className={styles.soft}>
            {createStoreMessages.intro[createStoreSteps[stepIndex]?.name ?? 'identity']}
          </p>
        </header>
        <WizardFailures wizard={wizard} />
        {last ? (
          <Review {...{ wizard, inherited }} />
        ) : (
          <StepFields
            key={`${step}.${writeKey}`}
            {...{ wizard, inherited, host, checks }}
            fields={createStoreSteps[stepIndex]?.fields ?? []}
          />
        )}
        {/* Keeps the focus in the field until the click: a message that disappears on blur
            would move the button away. */}
        <div className={styles.bar} onMouseDown={(event) => event.preventDefault()}>
          {stepIndex > 0 && (
            <Button type="submit" name="intent" value="back" color="white" disabled={creating}>
              {createStoreMessages.back}
            </Button>
          )}
          <span className={styles.forward}>
            <Button type="submit" name="intent" value={last ? 'create' : 'next'} loading={creating}>
              {last ? createStoreMessages.create : createStoreMessages.next}
            </Button>
          </span>
        </div>
      </section>
      <UnsavedGuard dirty={isDirtyRun && !creating} />
    </Form>
  )
}
