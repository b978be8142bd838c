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
  /** The page without the import, and with none that is open yet. */
  close: string
  again: string
  /** Where one record is created instead; null where none can be. */
  createAt: string | null
  writeKey: string
  answer: RejectedForm | undefined
}

type Props = ImportStepProps & {
  known?: Import | undefined
  hasFile?: boolean
  /** There is nothing left to be given up: it is closed, not cancelled. */
  goesOn?: boolean
  buttons: ReactNode
  children: ReactNode
}

/** A step: what it shows and asks, and the buttons that each say what is asked for. */
export function ImportStepForm({ known, hasFile, goesOn, buttons, children, ...step }: Props) {
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
      <FormFooter cancelUrl={goesOn ? undefined : close}>
        {buttons}
        {goesOn && (
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

/** How many rows came, or would come, to what. */
export const RowCounts = ({ title, words, counts }: RowCountsProps) => (
  <section role="status" className={styles.part}>
    <h3 className={panel.asks}>{title}</h3>
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

/** Why rows are refused, each reason once; all of the rows are in the file. */
export function RejectedRows({ into, known }: { into: Resource; known: Import }) {
  const { reasons, counts, id } = known
  const told = reasons.reduce((sum, { rows }) => sum + rows, 0)
  return (
    <section className={styles.part}>
      <h3 className={panel.asks}>{importMessages.problems}</h3>
      {told < counts.refused && <p>{importMessages.mostFrequent}</p>}
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
