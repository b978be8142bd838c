import type { Import } from '#shared/engine/imports/importCalls.ts'
import { useLocation } from 'react-router'
import { Link } from '#client/ui/Link.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { StepButton, StepForm } from './StepForm.tsx'
import type { StepProps } from './StepForm.tsx'
import { importWords as say } from './words.ts'

/** How far the job is that looks at the lines, or imports them. */
export function UnderWay({ known, lost, ...step }: StepProps & { known: Import; lost: boolean }) {
  const { pathname, search } = useLocation()
  const { total = 0, waiting = 0 } = known.job?.rows ?? {}
  const percent = total === 0 ? 0 : Math.floor((100 * (total - waiting)) / total)
  return (
    <StepForm
      {...step}
      known={known}
      goesOn
      buttons={
        <StepButton intent="cancel" color="white">
          {say.cancel}
        </StepButton>
      }
    >
      <p>
        <b>{known.name}</b>
      </p>
      <Progress label={known.name} percent={percent} wide />
      <p role="status">
        {lost ? say.lost : known.state === 'checking' ? say.checking : say.running}
      </p>
      <noscript>
        <Link to={pathname + search}>{say.refresh}</Link>
      </noscript>
    </StepForm>
  )
}
