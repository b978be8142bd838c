import { Form, useLocation, useNavigation } from 'react-router'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { getColumnLabel } from '#shared/engine/resource.ts'
import { limits } from '#shared/limits.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { getDescriptionId, FieldFrame } from '#client/ui/inputs/Field.tsx'
import { Select } from '#client/ui/inputs/Select.tsx'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { getLookupColumns, findPastedRecords } from './lookupIntent.ts'
import type { LookupResult } from './lookupIntent.ts'
import { lookupMessages } from './messages.ts'
import * as styles from '#client/form/Panel.css.ts'
import * as filterStyles from './FiltersPanel.css.ts'

/** Entries that weren't found and are shown; the others are counted. */
const shownMissing = 100

/** Renders a form for pasted IDs, codes, or addresses, and then how many of them were found. */
function LookupPanel({ resource, view, data }: PanelProps) {
  const { pathname, search } = useLocation()
  const busy = useNavigation().formData !== undefined
  const answer = useLastActionData<RejectedForm>()
  const rejection = answer?.intent === 'lookup' ? answer : undefined
  // `findPastedRecords` sends no other result.
  const result = rejection?.result as LookupResult | undefined
  const close = buildListUrl(resource, withPanel(view, null))
  const columns = getLookupColumns(resource)
  const hint = lookupMessages.hint(limits.filterIds)
  const error = rejection?.errors['lines']
  return (
    <Panel title={lookupMessages.title(resource.title.many)} close={close}>
      <Form
        method="post"
        action={pathname + search}
        className={styles.form}
        noValidate
        preventScrollReset
      >
        <input type="hidden" name="intent" value="lookup" />
        <input type="hidden" name="writeKey" value={data.writeKey} />
        <div className={styles.body}>
          {rejection?.failure && <FailureText failure={rejection.failure} />}
          {result && <Found {...result} title={resource.title} />}
          <Select
            id="lookup-by"
            name="by"
            label={lookupMessages.by}
            defaultValue={String(rejection?.values['by'] ?? columns[1] ?? 'id')}
            options={columns.map((value) => ({
              value,
              label: value === 'id' ? lookupMessages.id : getColumnLabel(resource, value),
            }))}
          />
          <FieldFrame id="lookup-lines" label={lookupMessages.lines} hint={hint} error={error}>
            <textarea
              id="lookup-lines"
              name="lines"
              className={styles.lines}
              spellCheck={false}
              defaultValue={String(rejection?.values['lines'] ?? '')}
              aria-invalid={error ? true : undefined}
              aria-describedby={getDescriptionId('lookup-lines', hint, error)}
              required
            />
          </FieldFrame>
        </div>
        <FormFooter cancelUrl={close}>
          <Button type="submit" loading={busy}>
            {lookupMessages.submit}
          </Button>
        </FormFooter>
      </Form>
    </Panel>
  )
}

function Found({
  found,
  all,
  missing,
  records,
  to,
  title,
}: LookupResult & { title: { one: string; many: string } }) {
  return (
    <section role="status" className={filterStyles.found}>
      <p>
        <b>{lookupMessages.found(found, all)}</b>
      </p>
      {missing.length > 0 && (
        <>
          <p>{lookupMessages.missing}</p>
          <ul className={styles.list}>
            {missing.slice(0, shownMissing).map((entry) => (
              <li key={entry}>{entry}</li>
            ))}
            {missing.length > shownMissing && (
              <li>{lookupMessages.moreMissing(missing.length - shownMissing)}</li>
            )}
          </ul>
        </>
      )}
      {records > 0 && (
        <ButtonLink to={to} size="small">
          {lookupMessages.show(records, title)}
        </ButtonLink>
      )}
    </section>
  )
}

export const lookupPanel = {
  Panel: LookupPanel,
  intents: { lookup: findPastedRecords },
  load: null,
}
