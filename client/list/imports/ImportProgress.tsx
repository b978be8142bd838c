import type { Import } from '#shared/engine/imports/importCalls.ts'
import { useLocation } from 'react-router'
import { Link } from '#client/ui/Link.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { ImportStepButton, ImportStepForm } from './ImportStepForm.tsx'
import type { ImportStepProps } from './ImportStepForm.tsx'
import { importMessages } from './messages.ts'

/** Renders the progress of the job that checks or imports the lines. */
export function ImportProgress({
  known,
  lost,
  ...step
}: ImportStepProps & { known: Import; lost: boolean }) {
  const { pathname, search } = useLocation()
  const { total = 0, waiting = 0 } = known.job?.rows ?? {}
  const percent = total === 0 ? 0 : Math.floor((100 * (total - waiting)) / total)
  return (
    <ImportStepForm
      {...step}
      known={known}
      isFinished
      buttons={
        <ImportStepButton intent="cancel" color="white">
          {importMessages.cancel}
        </ImportStepButton>
      }
    >
      <p>
        <b>{known.name}</b>
      </p>
      <Progress label={known.name} percent={percent} wide />
      <p role="status">
        {lost
          ? importMessages.lost
          : known.state === 'checking'
            ? importMessages.checking
            : importMessages.running}
      </p>
      <noscript>
        <Link to={pathname + search}>{importMessages.refresh}</Link>
      </noscript>
    </ImportStepForm>
  )
}
