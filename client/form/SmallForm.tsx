import { Children, Fragment, useRef } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { formatActor } from '#shared/engine/actors.ts'
import { panelMessages } from '#shared/engine/panelMessages.ts'
import { Button } from '../ui/Button.tsx'
import { useFocusFirstInvalid } from '../ui/inputs/focusFirstInvalid.ts'
import type { RejectedForm } from './handleForm.ts'
import { DraftOffer } from './drafts/DraftOffer.tsx'
import { FormFooter } from './FormFooter.tsx'
import { Panel } from './Panel.tsx'
import { FailureText } from './PanelFailure.tsx'
import { UnsavedGuard } from './drafts/UnsavedGuard.tsx'
import { useFocusTracking } from './useFocusTracking.ts'
import { useUncontrolledFormDraft } from './drafts/useUncontrolledFormDraft.ts'
import { clickOnlyButton, useSaveShortcut } from './useSaveShortcut.ts'
import * as styles from './Panel.css.ts'

type ListFormSource = {
  resource: Resource
  view: ListView
  data: { writeKey: string }
  refused?: RejectedForm | undefined
}

type Props = {
  record: AnyRecord
  of: Resource
  close: string
  writeKey: string
  refused?: RejectedForm | undefined
  intent: string
  sends?: Readonly<Record<string, string | number>>
  /** Returns the panel's title, which is the task, for a record's name. */
  title: (name: string) => string
  size?: ComponentProps<typeof Panel>['size']
  question?: ReactNode
  /** Set if the children show the errors of all fields. */
  showsAllErrors?: true
  buttons: ReactNode
  /** Label of the link that closes the panel, if it isn't Cancel. */
  cancelLabel?: string
  children: (answer: RejectedForm | undefined) => ReactNode
}

/** Returns the props of a small form beside a list: where it closes to and what it sends. */
export const getListFormProps = ({ resource, view, data, refused }: ListFormSource) => ({
  of: resource,
  close: buildListUrl(resource, withPanel(view, null)),
  writeKey: data.writeKey,
  refused,
})

/**
 * Renders a form for one record in a panel. Explains a rejection, focuses the invalid field, and
 * guards typed values.
 */
export function SmallForm({ record, of, close, writeKey, refused, intent, ...props }: Props) {
  const {
    sends = {},
    title,
    size = 'small',
    question,
    showsAllErrors,
    buttons,
    cancelLabel,
    children,
  } = props
  const { pathname, search } = useLocation()
  const rejection = refused?.intent === intent ? refused : undefined
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalid(form, rejection, useFocusTracking(form))
  useSaveShortcut(form, clickOnlyButton)
  const { conflict, failure, unmappedErrors } = rejection ?? {}
  // Null if the call takes no version, as for entries.
  const version = conflict?.version ?? record.version ?? null
  const hidden = {
    intent,
    writeKey,
    id: record.id,
    called: getLabel(of, record),
    ...(version !== null && { version }),
    ...sends,
  }
  const name = [of.name, record.id, intent, ...Object.values(sends)].join('.')
  const ignoredFields = Object.keys(hidden)
  const hasNoButtons = !question && Children.toArray(buttons).length === 0
  const typed = useUncontrolledFormDraft({
    form,
    name,
    intent,
    ignoredFields,
    writeKey,
    answer: rejection,
  })
  const { draft, restored, restore } = typed
  return (
    <Panel title={title(getLabel(of, record))} close={close} row={record.id} size={size}>
      <Form
        {...typed.listeners}
        ref={form}
        method="post"
        action={pathname + search}
        className={styles.form}
        noValidate
        preventScrollReset
      >
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className={styles.body}>
          {failure && <FailureText failure={failure} />}
          {unmappedErrors && !showsAllErrors && (
            <FailureText failure={{ code: 'invalid', reason: unmappedErrors }} />
          )}
          {conflict && (
            <p className={styles.warning} role="alert">
              {panelMessages.small.changed(formatActor(conflict.updatedBy))}
            </p>
          )}
          <DraftOffer draft={draft} restore={restore} />
          <Fragment key={restored && 'restored'}>{children(rejection ?? restored)}</Fragment>
        </div>
        <FormFooter
          cancelUrl={close}
          {...(hasNoButtons
            ? { cancelLabel: panelMessages.remove.close }
            : cancelLabel !== undefined && { cancelLabel })}
          question={question}
        >
          {buttons}
        </FormFooter>
      </Form>
      {typed.isTyped && <UnsavedGuard dirty onLeave={draft.discard} />}
    </Panel>
  )
}

export function SubmitButton({ name, value, ...props }: ComponentProps<typeof Button>) {
  const { formData } = useNavigation()
  const sent = name === undefined ? formData !== undefined : formData?.get(name) === value
  return <Button type="submit" {...props} {...(name && { name, value })} loading={sent} />
}
