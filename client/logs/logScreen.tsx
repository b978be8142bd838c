import '../stores.ts'
import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { listAddress, withPanel } from '#shared/engine/listView.ts'
import { logEntries } from '#shared/resources/logEntries.ts'
import type { LogSeverity } from '#shared/resources/logEntries.ts'
import { logRetention } from '#shared/resources/logRetention.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { definePanels } from '../list/definePanels.ts'
import type { ListLook, ListProps } from '../list/listProps.ts'
import { plainScreen } from '../list/plainScreen.tsx'
import { Status } from '../ui/Status.tsx'
import { LogBar } from './LogBar.tsx'
import { logsMessages as say } from './words.ts'

const tones = { info: 'off', warning: 'warn', error: 'bad' } as const satisfies Record<
  LogSeverity,
  string
>

const cells: NonNullable<ListLook['cells']> = {
  severity: ({ severity }) => {
    const option = logEntries.fields.severity.options?.find(({ value }) => value === severity)
    return option && <Status tone={tones[severity as LogSeverity]}>{option.label}</Status>
  },
}

function Bar(list: ListProps) {
  const verify = listAddress(list.resource, withPanel(list.view, 'verify'))
  return <LogBar {...list} verify={verify} at={useLoaderData<{ at: string }>().at} />
}

const look: ListLook = { cells, opens: 'entry', bar: (list) => <Bar {...list} /> }

/**
 * A list of logs (screens.md): the generic list, its entries, and the proof that they are as they were written. Those of the
 * platform say too how long all logs are kept.
 */
export function logScreen(resource: Resource) {
  const panels = definePanels(() => import('./panels.tsx'), {
    entry: { button: null, reads: true },
    verify: { button: null, reads: true },
    keep: { button: resource.scope ? null : say.keep, of: logRetention },
  })
  const screen = plainScreen(resource, look, panels)
  const loader = async (args: LoaderFunctionArgs) => ({
    ...(await screen.loader(args)),
    at: new Date().toISOString(),
  })
  return { ...screen, loader }
}
