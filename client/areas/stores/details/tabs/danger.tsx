import { Fragment, useRef } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { usesOf } from '#shared/engine/recordCalls.ts'
import type { Uses } from '#shared/engine/recordCalls.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { errorsIn } from '#shared/engine/fields/validation.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { panelMessages } from '#shared/engine/panelMessages.ts'
import type { Action } from '#shared/permissions/permissions.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { changesFrom, statusChanges } from '#shared/areas/stores/status/storeStates.ts'
import type { StoreStatus } from '#shared/areas/stores/status/storeStates.ts'
import {
  deletionFields,
  planStoreDeletion,
  undoDeletionPlan,
} from '#shared/areas/stores/status/storeStatusCalls.ts'
import { storeStatusMessages } from '#shared/areas/stores/status/storeStatusMessages.ts'
import { isPageFailure, orFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import { DraftOffer } from '#client/form/drafts/DraftOffer.tsx'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { ConfirmedButton } from '#client/form/ConfirmedButton.tsx'
import { UnsavedGuard } from '#client/form/drafts/UnsavedGuard.tsx'
import { useTypedDraft } from '#client/form/drafts/typedDraft.ts'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intent } from '#client/form/answerForm.ts'
import { target } from '#client/form/saveChanges.ts'
import { changeAddress, storeAddress } from '#shared/areas/stores/storeAddress.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { useFocusOnRefusal } from '#client/ui/inputs/focusFirstInvalid.ts'
import { Section } from '#client/ui/Section.tsx'
import { PartFailure } from '../PartFailure.tsx'
import { useMayChange, defineTab } from './storeTab.tsx'
import type { TabProps } from './storeTab.tsx'
import { storeDangerMessages } from './rareWords.ts'
import { storeMessages } from '../words.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as layout from '../Store.css.ts'
import * as part from '#client/ui/Section.css.ts'

const say = storeDangerMessages

const planDeletion: Intent = async ({ api, form, key }) => {
  const code = String(form.get('code') ?? '').trim()
  const reason = String(form.get('reason') ?? '').trim()
  const errors = errorsIn(deletionFields, { code, reason })
  if (Object.keys(errors).length > 0) throw new Refusal(errors)
  const asked = { code, ...(reason ? { reason } : {}) }
  const store = await planStoreDeletion(api, target(form), asked, key)
  const undo = undoDeletionPlan(store)
  return { notice: 'deletion-planned', of: recordLink(stores, store), undo }
}

export const danger = defineTab<Uses | PageFailure>({
  intents: { delete: planDeletion },
  load: ({ api, id, signal }) => orFailure(usesOf(api, stores, id, signal), say.dependsWhat),
  render: (props) => <Danger {...props} />,
})

function Danger(props: TabProps<Uses | PageFailure>) {
  const { store } = props
  const location = useLocation()
  // An unknown status of another platform allows nothing.
  const { write, remove } = useMayChange(store)
  const changes = write ? changesFrom(store['status'] as StoreStatus) : []
  return (
    <div className={layout.tab}>
      {changes.length > 0 && (
        <div className={part.card} data-narrow>
          {changes.map((change) => (
            <section
              key={change}
              id={change}
              className={layout.actionLine}
              aria-labelledby={`${change}-title`}
            >
              <div>
                <h2 id={`${change}-title`} className={part.heading}>
                  {statusChanges[change].label}
                </h2>
                <p className={layout.soft}>
                  {/* What members cannot do yet is said where it is asked for. */}
                  {statusChanges[change].to === 'active'
                    ? say.opens
                    : storeStatusMessages.explain[change]}
                </p>
              </div>
              {/* Red on white: the one red button is the one that confirms. */}
              <ButtonLink
                to={changeAddress(location, change)}
                {...(statusChanges[change].reason
                  ? { color: 'error', variant: 'outline' }
                  : { color: 'white' })}
                preventScrollReset
              >
                {messages.asks(statusChanges[change].label)}
              </ButtonLink>
            </section>
          ))}
        </div>
      )}
      {remove ? <Deletion {...props} /> : !write && <Forbidden action="delete" />}
    </div>
  )
}

function Deletion({ store, data: uses, refused, writeKey }: TabProps<Uses | PageFailure>) {
  const { formData } = useNavigation()
  const given = refused?.intent === 'delete' ? refused : undefined
  const form = useRef<HTMLFormElement>(null)
  useFocusOnRefusal(form, given)
  const { draft, isTyped, restored, restore, listeners } = useTypedDraft({
    form,
    name: `stores.${store.id}.delete`,
    intent: 'delete',
    besides: ['intent', 'version', 'writeKey'],
    writeKey,
    answer: given,
  })
  const answer = given ?? restored
  const { deleteAfter, code } = store
  const version = answer?.conflict?.version ?? store.version
  if (typeof deleteAfter === 'string')
    return (
      <Section id="delete" title={say.delete} narrow>
        <div className={panel.body}>
          <p>
            <Instant at={deleteAfter} say={say.held} />
          </p>
          <Dependents uses={uses} />
        </div>
      </Section>
    )
  return (
    <Section id="delete" title={say.delete} narrow>
      <Form
        {...listeners}
        ref={form}
        method="post"
        action={storeAddress(store.id, 'danger')}
        className={`${panel.form} ${layout.still}`}
        noValidate
        preventScrollReset
      >
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="writeKey" value={`${writeKey}-delete-${version}`} />
        <div className={panel.body}>
          {answer?.conflict && (
            <p className={panel.warning} role="alert">
              {storeMessages.hold.changed(answer.conflict.updatedBy)}
            </p>
          )}
          {answer?.failure && <FailureText failure={answer.failure} />}
          <p>{say.explain(limits.deletionHoldDays)}</p>
          <Dependents uses={uses} />
          <DraftOffer draft={draft} restore={restore} />
          <Fragment key={restored && 'restored'}>
            <AskedInput
              id="delete-code"
              name="code"
              field={{ ...deletionFields.code, label: say.code(String(code)) }}
              answer={answer}
            />
            <AskedInput
              id="delete-reason"
              name="reason"
              field={deletionFields.reason}
              answer={answer}
            />
          </Fragment>
        </div>
        <FormFooter>
          <ConfirmedButton
            field="code"
            text={String(code)}
            reason={say.notTyped}
            loading={formData?.get('intent') === 'delete'}
          >
            {say.submit}
          </ConfirmedButton>
        </FormFooter>
      </Form>
      {isTyped && <UnsavedGuard dirty onLeave={draft.forget} />}
    </Section>
  )
}

function Dependents({ uses }: { uses: Uses | PageFailure }) {
  const used = isPageFailure(uses) ? [] : uses.filter(({ count }) => count > 0)
  return (
    <div>
      <h3 className={layout.small}>{say.depends}</h3>
      {isPageFailure(uses) && <PartFailure failure={uses} />}
      {!isPageFailure(uses) && used.length === 0 && <p className={layout.soft}>{say.nothing}</p>}
      {used.length > 0 && (
        <ul className={panel.list}>
          {used.map(({ kind, count, examples }) => (
            <li key={kind}>{panelMessages.remove.use(kind, count, examples)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** In place of a form that its reader may not send: which right it takes, and who grants it. */
export const Forbidden = ({ action }: { action: Action }) => (
  <p className={`${layout.inset} ${layout.soft}`}>
    {messages.forbidden.call(`${stores.permission}:${action}`)}
  </p>
)
