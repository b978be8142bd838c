import type { ReactNode } from 'react'
import { useRef } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import type { Resource } from '#shared/engine/resource.ts'
import type { Import } from '#shared/engine/imports/importCalls.ts'
import { buildFailedRowsUrl } from '#shared/engine/imports/importCalls.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { useFocusFirstInvalid } from '#client/ui/inputs/focusFirstInvalid.ts'
import { importMessages } from './messages.ts'
import * as styles from './Import.css.ts'
import * as panel from '#client/form/Panel.css.ts'

export type ImportStepProps = {
  into: Resource
  /** The page without the import; `again` has an import without a file. */
  close: string
  again: string
  /** URL for creating one record instead; null if none can be created. */
  createAt: string | null
  writeKey: string
  answer: RejectedForm | undefined
}

type Props = ImportStepProps & {
  known?: Import | undefined
  hasFile?: boolean
  /** Nothing is left to cancel: the footer has Close instead. */
  isFinished?: boolean
  buttons: ReactNode
  children: ReactNode
}

/** Renders a step: its content, and buttons that each submit their own intent. */
export function ImportStepForm({ known, hasFile, isFinished, buttons, children, ...step }: Props) {
  const { close, writeKey, answer } = step
  const { pathname, search } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalid(form, answer)
  return (
    <Form
      ref={form}
      method="post"
      action={pathname + search}
      className={panel.form}
      noValidate
      preventScrollReset
      {...(hasFile && { encType: 'multipart/form-data' as const })}
    >
      <input type="hidden" name="writeKey" value={writeKey} />
      {known && <input type="hidden" name="import" value={known.id} />}
      {known?.job && <input type="hidden" name="job" value={known.job.id} />}
      <div className={panel.body}>{children}</div>
      <FormFooter cancelUrl={isFinished ? undefined : close}>
        {buttons}
        {isFinished && (
          <ButtonLink to={close} preventScrollReset>
            {importMessages.close}
          </ButtonLink>
        )}
      </FormFooter>
    </Form>
  )
}

type StepButtonProps = { intent: string; color?: 'primary' | 'white'; children: ReactNode }

export function ImportStepButton({ intent, color = 'primary', children }: StepButtonProps) {
  const { formData } = useNavigation()
  return (
    <Button
      type="submit"
      name="intent"
      value={intent}
      color={color}
      loading={formData?.get('intent') === intent}
    >
      {children}
    </Button>
  )
}

type RowCountsProps = {
  title: string
  words: Readonly<Record<string, string>>
  counts: Readonly<Record<string, number>>
}

/** Renders the number of rows by result, actual or expected. */
export const RowCounts = ({ title, words, counts }: RowCountsProps) => (
  <section role="status" className={styles.part}>
    <h3 className={panel.subheading}>{title}</h3>
    <dl className={panel.facts}>
      {Object.entries(words).map(([name, label]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{(counts[name] ?? 0).toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  </section>
)

/** Renders the reasons for rejected rows, each once. The file has all of the rows. */
export function RowRejectionReasons({ into, known }: { into: Resource; known: Import }) {
  const { reasons, counts, id } = known
  const listedRows = reasons.reduce((sum, { rows }) => sum + rows, 0)
  return (
    <section className={styles.part}>
      <h3 className={panel.subheading}>{importMessages.problems}</h3>
      {listedRows < counts.refused && <p>{importMessages.mostFrequent}</p>}
      <ul className={panel.list}>
        {reasons.map(({ reason, rows, line }) => (
          <li key={reason}>
            {rows === 1
              ? importMessages.line(line, reason)
              : importMessages.lines(reason, rows, line)}
          </li>
        ))}
      </ul>
      <p>
        <RejectedRowsLink into={into} id={id} />
      </p>
    </section>
  )
}

export const RejectedRowsLink = ({ into, id }: { into: Resource; id: number }) => (
  <a href={buildFailedRowsUrl(into, id)} download>
    {importMessages.failedFile}
  </a>
)
