import { useEffect } from 'react'
import { useActors } from '../ConsoleContext.tsx'

/** Tells the side menu how wide the window is, from hydration on. */
export function useWindowWidth(): void {
  const { sideMenu } = useActors()
  useEffect(() => {
    const tell = () => sideMenu.send({ type: 'window.resized', width: window.innerWidth })
    tell()
    window.addEventListener('resize', tell)
    return () => window.removeEventListener('resize', tell)
  }, [sideMenu])
}
