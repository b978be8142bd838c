import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { fromCallback } from 'xstate'
import { importingMachine } from '#machines/importing.ts'
import type { ImportEvent } from '#machines/importing.ts'
import type { Api } from '#shared/engine/api.ts'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { getOfferedPanels } from '#shared/engine/panels.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { loadImportRecord } from '#shared/engine/imports/importCalls.ts'
import type { Import } from '#shared/engine/imports/importCalls.ts'
import type { PlanPage } from '#shared/engine/bulk/planCalls.ts'
import { useApi } from '#client/runtime/ConsoleContext.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import type { PanelDefinition, PanelProps } from '../panels/definePanels.ts'
import { ImportFileStep } from './ImportFileStep.tsx'
import { ImportResult } from './ImportResult.tsx'
import { importIntents } from './importIntents.ts'
import { loadImport } from './loadImport.ts'
import type { LoadedImport } from './loadImport.ts'
import { ImportMappingStep } from './ImportMappingStep.tsx'
import type { ImportStepProps } from './ImportStepForm.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { importMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Import.css.ts'

/** Interval between requests for the import's progress, in milliseconds. */
const pollIntervalMs = 1000

const provideImportMachine = (api: Api, into: Resource) =>
  importingMachine.provide({
    actors: {
      watch: fromCallback<ImportEvent, { id: number }, ImportEvent>(
        ({ input: { id }, sendBack }) => {
          const controller = new AbortController()
          const poll = () =>
            loadImportRecord(api, into, id, controller.signal).then(
              (known) => sendBack({ type: 'import.heard', known }),
              () => !controller.signal.aborted && sendBack({ type: 'import.lost' }),
            )
          const timer = setTimeout(() => void poll(), pollIntervalMs)
          return () => {
            clearTimeout(timer)
            controller.abort()
          }
        },
      ),
    },
  })

/**
 * Renders an import step by step (screens.md, "Every list"). Each step is a form, so that it works
 * without JavaScript too.
 */
function ImportPanel({
  of: into,
  resource,
  view,
  data,
  refused,
  loaded,
}: PanelProps<LoadedImport | null>) {
  const api = useApi()
  const [machine] = useState(() => provideImportMachine(api, into))
  const loadedImport = loaded?.known ?? null
  const actor = useActorRef(machine, { input: { known: loadedImport } })
  useEffect(() => actor.send({ type: 'import.heard', known: loadedImport }), [actor, loadedImport])
  const known = useSelector(actor, ({ context }) => context.known)
  const canCheck = useSelector(actor, (snapshot) => snapshot.can({ type: 'check' }))
  const canRun = useSelector(actor, (snapshot) => snapshot.can({ type: 'run' }))
  const underWay = useSelector(actor, (snapshot) => snapshot.hasTag('underWay'))
  const lost = useSelector(actor, (snapshot) => snapshot.hasTag('lost'))
  const rows = useImportRows(loaded, known)

  const close = buildListUrl(resource, withPanel(view, null))
  const again = buildListUrl(resource, withPanel(view, 'import'))
  const creates = into === resource && getOfferedPanels(resource).includes('create')
  const createAt = creates ? buildListUrl(resource, withPanel(view, 'create')) : null
  const step: ImportStepProps = {
    into,
    close,
    again,
    createAt,
    writeKey: data.writeKey,
    answer: refused,
  }
  return (
    <Panel title={importMessages.title(into.title.many)} close={close} size="large">
      <div className={styles.whole}>
        <ImportSteps known={known} />
        {refused?.failure && (
          <div className={panel.body}>
            <FailureText failure={refused.failure} />
          </div>
        )}
        {known === null ? (
          <ImportFileStep {...step} />
        ) : underWay ? (
          <ImportProgress {...step} known={known} lost={lost} />
        ) : canCheck ? (
          // Choices stay while the file is checked again.
          <ImportMappingStep
            key={refused?.attempt ?? known.state}
            {...step}
            known={known}
            rows={rows}
            mayRun={canRun}
          />
        ) : (
          <ImportResult {...step} known={known} />
        )}
      </div>
    </Panel>
  )
}

/** Returns the plan's rows, reloaded once the check that was watched here has ended. */
function useImportRows(loaded: LoadedImport | null, known: Import | null): PlanPage | null {
  const { revalidate } = useRevalidator()
  const isMissing = known?.state === 'ready' && loaded?.known.state !== 'ready'
  useEffect(() => {
    if (isMissing) void revalidate()
  }, [isMissing, revalidate])
  return loaded?.rows ?? null
}

const stepByState = {
  mapping: 'mapping',
  checking: 'ready',
  ready: 'ready',
  running: 'ended',
  ended: 'ended',
} as const

function ImportSteps({ known }: { known: Import | null }) {
  const current = known === null ? 'choosing' : stepByState[known.state]
  return (
    <ol className={styles.steps} aria-label={importMessages.stepsLabel}>
      {Object.entries(importMessages.steps).map(([name, label]) => (
        <li key={name} aria-current={name === current ? 'step' : undefined}>
          {label}
        </li>
      ))}
    </ol>
  )
}

/** Imports records into the list, or into the resource that the panel names. */
export const importPanel: PanelDefinition<LoadedImport | null> = {
  Panel: ImportPanel,
  intents: importIntents,
  load: loadImport,
}
