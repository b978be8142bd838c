import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ActorRefFrom } from 'xstate'
import { getCurrentStep } from '#machines/createStore/snapshot.ts'
import type { createStoreMachine } from '#machines/createStore/index.ts'

/**
 * Makes each step a history entry named by the fragment. The machine decides the step and corrects
 * a fragment that isn't open yet.
 */
export function useStepAddress(wizard: ActorRefFrom<typeof createStoreMachine>): void {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const hasArrived = useRef(false)
  const getShownStep = () => getCurrentStep(wizard.getSnapshot())
  const getUrlStep = () => hash.slice(1) || (wizard.getSnapshot().context.steps[0]?.name ?? '')

  const updateUrl = useEffectEvent((replace: boolean) => {
    // Updates the URL synchronously. If Back were pressed before a later render, there would be no
    // change to follow.
    const options = { replace, flushSync: !replace, preventScrollReset: true }
    if (getShownStep() !== getUrlStep()) void navigate({ search, hash: getShownStep() }, options)
  })
  const followUrl = useEffectEvent((hasStep: boolean) => {
    // On arrival, a URL without a step leads to the draft's step; later it means the first step.
    if ((hasStep || hasArrived.current) && getShownStep() !== getUrlStep())
      wizard.send({ type: 'step.goTo', step: getUrlStep() })
    hasArrived.current = true
    updateUrl(true)
  })

  useEffect(() => followUrl(hash !== ''), [hash])
  useEffect(() => {
    const subscription = wizard.on('step.moved', () => updateUrl(false))
    return () => {
      subscription.unsubscribe()
      hasArrived.current = false
    }
  }, [wizard])
}
