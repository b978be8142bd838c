import '#client/storeForms.ts'
import { useState } from 'react'
import { useActionData, useLoaderData } from 'react-router'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { newRun, wizardInput } from './wizardInput.ts'
import type { WizardAnswer } from './wizardInput.ts'
import type { WizardData } from './wizardLoader.ts'
import { Wizard } from './Wizard.tsx'

export { action } from './wizardAction.ts'
export { loader } from './wizardLoader.ts'

/** Create store (screens.md): seven steps, a draft that survives reload and sign-in, and nothing created before the review. */
export function Component() {
  const { inherited, writeKey } = useLoaderData<WizardData>()
  const answer = useActionData<WizardAnswer>()
  // What the page came with is where the machine starts; from then on the machine knows, and the answer goes.
  const [start] = useState(() => ({
    input: wizardInput(answer ?? newRun(writeKey), inherited),
    answered: answer !== undefined,
  }))
  return (
    <>
      <PageHeader />
      <Wizard {...start} inherited={inherited} />
    </>
  )
}
