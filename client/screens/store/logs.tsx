import { Form } from 'react-router'
import type { Page } from '#shared/engine/platformCalls.ts'
import { logSeverities, logStreams } from '#shared/stores/storeLogs.ts'
import { storeLogLinesMessages } from '#shared/stores/storeLogLinesMessages.ts'
import { storeLogsMessages } from '#shared/stores/storeLogsMessages.ts'
import { storeMessages } from '#shared/stores/storeMessages.ts'
import { isPageFailure, orFailure } from '#client/failures.ts'
import type { PageFailure } from '#client/failures.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Select } from '#client/ui/Select.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { TextInput } from '#client/ui/TextInput.tsx'
import { CursorPager } from './CursorPager.tsx'
import type { LogLine } from './logLine.ts'
import { LogLines } from './LogLines.tsx'
import { given, logQueryOf, logViewIn } from './logQuery.ts'
import type { LogView } from './logQuery.ts'
import { pageAfter } from './pageAfter.ts'
import { readLog } from './readLog.ts'
import { Section, SectionFailure } from './Section.tsx'
import { storeAddress } from '#client/stores/storeAddress.ts'
import { defineTab } from './storeTab.tsx'
import type { TabLoad, TabProps } from './storeTab.tsx'
import * as layout from './Store.css.ts'
import * as styles from './logs.css.ts'

const say = storeLogsMessages
const rows = 25

type Data = { view: LogView; found: { lines: LogLine[]; page: Page } | PageFailure }

/** What happened in the store, the newest first; read only. */
export const logs = defineTab<Data>({
  load,
  render: (props) => <Logs {...props} />,
})

async function load({ api, id, params, signal }: TabLoad): Promise<Data> {
  const view = logViewIn(params, new Date())
  const found = pageAfter(view.after, (after) =>
    readLog(api, id, logQueryOf({ ...view, after }, rows), signal),
  )
  return { view, found: await orFailure(found, storeLogLinesMessages.what) }
}

function Logs({ store, data: { view, found } }: TabProps<Data>) {
  const to = (change: Partial<LogView>) =>
    storeAddress(store.id, 'logs', given({ ...view, ...change }))
  return (
    <Section id="logs" title={storeMessages.tabs.logs} wide>
      <div className={layout.inset}>
        {view.fault ? (
          <p>
            {say.oneFault} <Link to={storeAddress(store.id, 'logs')}>{say.allFaults}</Link>
          </p>
        ) : (
          <Filters storeId={store.id} view={view} />
        )}
        {isPageFailure(found) ? (
          <SectionFailure failure={found} />
        ) : (
          <>
            {found.lines.length === 0 ? (
              <StateMessage
                title={storeLogLinesMessages.none}
                actions={
                  <ButtonLink color="white" to={storeAddress(store.id, 'logs')}>
                    {say.clear}
                  </ButtonLink>
                }
              >
                {say.noneText}
              </StateMessage>
            ) : (
              <LogLines lines={found.lines} store={store} />
            )}
            <CursorPager
              label={say.entries}
              page={found.page}
              one={say.one}
              many={say.many}
              to={(after) => to({ after })}
            />
          </>
        )}
      </div>
    </Section>
  )
}

const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

const choices = [
  ['stream', say.stream, optionsOf(logStreams)],
  ['severity', say.severity, optionsOf(logSeverities)],
  ['period', say.period, optionsOf(say.periods)],
] as const

function Filters({ storeId, view }: { storeId: number; view: LogView }) {
  const { from: _from, after: _after, ...shown } = view
  return (
    <Form
      // Another view is another form: its inputs start from the address again.
      key={JSON.stringify(shown)}
      method="get"
      action={storeAddress(storeId, 'logs')}
      className={styles.filters}
      role="search"
      preventScrollReset
    >
      <input type="hidden" name="tab" value="logs" />
      {choices.map(([name, label, options]) => (
        <Select
          key={name}
          id={`logs-${name}`}
          name={name}
          label={label}
          options={options}
          emptyLabel={say.any}
          defaultValue={view[name]}
          required
        />
      ))}
      <TextInput
        id="logs-search"
        name="search"
        type="search"
        label={say.search}
        defaultValue={view.search}
        required={undefined}
      />
      <Button type="submit" color="white">
        {say.apply}
      </Button>
    </Form>
  )
}
