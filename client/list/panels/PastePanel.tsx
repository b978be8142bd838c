import { useRef } from 'react'
import { useLocation, useNavigation, Form } from 'react-router'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { listToolMessages } from '#shared/engine/listToolMessages.ts'
import { getPasteLineFields, getSharedPasteFields } from '#shared/engine/list/paste.ts'
import { toMidSentenceLabel } from '#shared/format/labels.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { Button } from '#client/ui/Button.tsx'
import { getDescriptionId, FieldFrame } from '#client/ui/inputs/Field.tsx'
import { useFocusFirstInvalid } from '#client/ui/inputs/focusFirstInvalid.ts'
import { DraftOffer } from '#client/form/drafts/DraftOffer.tsx'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import type { PanelProps } from './definePanels.ts'
import { RowErrors } from './RowErrors.tsx'
import { useUncontrolledFormDraft } from '#client/form/drafts/useUncontrolledFormDraft.ts'
import { UnsavedGuard } from '#client/form/drafts/UnsavedGuard.tsx'
import * as styles from '#client/form/Panel.css.ts'

/** Renders the form that creates a record from each pasted line; all of them or none. */
export function PastePanel({ resource, of, view, data, refused }: PanelProps) {
  const { pathname, search } = useLocation()
  const busy = useNavigation().formData !== undefined
  const rejection = refused?.intent === 'paste' ? refused : undefined
  const form = useRef<HTMLFormElement>(null)
  const { draft, isTyped, restored, restore, listeners } = useUncontrolledFormDraft({
    form,
    name: `${resource.name}.lines`,
    intent: 'paste',
    ignoredFields: ['intent', 'writeKey'],
    writeKey: data.writeKey,
    answer: rejection,
  })
  const answer = rejection ?? restored
  const typedLines = String(answer?.values['lines'] ?? '')
  useFocusFirstInvalid(form, rejection)
  const values = answer?.values ?? getInitialValues(of)
  const names = getPasteLineFields(of).map((name) => formatPasteColumn(of, name))
  const hint = listToolMessages.paste.hint(names)
  const close = buildListUrl(resource, withPanel(view, null))
  return (
    <Panel title={listToolMessages.paste.title(resource.title.many)} close={close}>
      <Form
        ref={form}
        method="post"
        action={pathname + search}
        className={styles.form}
        noValidate
        {...listeners}
      >
        <input type="hidden" name="intent" value="paste" />
        <input type="hidden" name="writeKey" value={data.writeKey} />
        <div className={styles.body} key={restored && 'restored'}>
          {answer?.failure && <FailureText failure={answer.failure} />}
          {answer?.rows && <RowErrors rows={answer.rows} />}
          <DraftOffer draft={draft} restore={restore} />
          {Object.entries(getSharedPasteFields(of)).map(([name, field]) => (
            <FieldInput
              key={name}
              id={`paste-${name}`}
              name={name}
              field={field}
              value={values[name]}
            />
          ))}
          <FieldFrame id="paste-lines" label={listToolMessages.paste.lines} hint={hint}>
            <textarea
              id="paste-lines"
              name="lines"
              className={styles.lines}
              spellCheck={false}
              defaultValue={typedLines}
              aria-invalid={answer?.rows ? true : undefined}
              aria-describedby={getDescriptionId('paste-lines', hint, undefined)}
              required
            />
          </FieldFrame>
        </div>
        <FormFooter cancelUrl={close}>
          <Button type="submit" loading={busy}>
            {listToolMessages.paste.submit}
          </Button>
        </FormFooter>
      </Form>
      {isTyped && <UnsavedGuard dirty onLeave={draft.discard} />}
    </Panel>
  )
}

function formatPasteColumn({ fields }: Resource, name: string): string {
  const { label = name, derivedFrom: source } = fields[name] ?? {}
  return source === undefined
    ? label
    : listToolMessages.paste.leftOut(label, toMidSentenceLabel(fields[source]?.label ?? source))
}
