import { Form, useLocation, useNavigation } from 'react-router'
import { listAddress, panelAddresses, withPanel } from '#shared/engine/listView.ts'
import { panelMessages } from '#shared/panelMessages.ts'
import type { Uses } from '#shared/engine/recordCalls.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { isRestorable } from '#shared/engine/undo.ts'
import { Link } from '../ui/Link.tsx'
import { Button } from '../ui/Button.tsx'
import { FormFooter } from '../form/FormFooter.tsx'
import { Panel, panelAsks } from '../form/Panel.tsx'
import { FailureText } from '../form/PanelFailure.tsx'
import type { PanelProps } from './definePanels.ts'
import * as styles from '../form/Panel.css.ts'

const say = panelMessages.remove

/** Asks before deleting; while the record is used it shows the uses instead. */
export function DeletePanel({
  resource,
  view,
  data,
  refused,
  loaded: { record, uses },
}: PanelProps<{ record: AnyRecord; uses: Uses }>) {
  const { pathname, search } = useLocation()
  const busy = useNavigation().state === 'submitting'
  const name = labelOf(resource, record)
  const close = listAddress(resource, withPanel(view, null))
  const answer = refused?.intent === 'delete' ? refused : undefined
  const used = (answer?.uses ?? uses).filter(({ count }) => count > 0)
  const isUsed = used.length > 0
  const version = answer?.conflict?.version ?? record.version
  return (
    <Panel title={name} kind={resource.title.one} close={close} row={record.id}>
      <Form method="post" action={pathname + search} className={styles.form} preventScrollReset>
        <div className={styles.body}>
          {answer?.failure && <FailureText failure={answer.failure} />}
          {answer?.conflict && (
            <p className={styles.warning} role="alert">
              {say.changed(answer.conflict.updatedBy)}
            </p>
          )}
          <h3 id={panelAsks} className={styles.asks}>
            {isUsed ? say.blocked(name) : say.title(resource.title.one)}
          </h3>
          {isUsed ? (
            <>
              <ul className={styles.list}>
                {used.map(({ kind, count, examples }) => (
                  <li key={kind}>{say.use(kind, count, examples)}</li>
                ))}
              </ul>
              {resource.merges && (
                <p>
                  <Link to={panelAddresses(resource, view)('merge', record.id)} preventScrollReset>
                    {panelMessages.merge.instead}
                  </Link>
                </p>
              )}
            </>
          ) : (
            <p>{isRestorable(resource) ? say.explain : say.forGood}</p>
          )}
          <input type="hidden" name="intent" value="delete" />
          <input type="hidden" name="writeKey" value={data.writeKey} />
          <input type="hidden" name="id" value={record.id} />
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="called" value={name} />
        </div>
        <FormFooter leave={close}>
          {!isUsed && (
            <Button type="submit" color="error" loading={busy}>
              {say.button}
            </Button>
          )}
        </FormFooter>
      </Form>
    </Panel>
  )
}
