import { homePath } from './guard.ts'
import { findRoute } from './routes.ts'

type Breadcrumb = { title: string; to: string }

/**
 * Builds the trail from the Dashboard to the page itself, by route titles, with parameters filled
 * into the URLs (spec.md section 2).
 */
export function buildBreadcrumbs(
  pattern: string,
  params: Readonly<Record<string, string | undefined>>,
): Breadcrumb[] {
  const trail: Breadcrumb[] = []
  for (let path: string | undefined = pattern; path; path = findRoute(path)?.parent) {
    const route = findRoute(path)
    if (route) trail.unshift({ title: route.title, to: fillPath(route.path, params) })
  }
  return pattern === homePath ? trail : [{ title: 'Dashboard', to: homePath }, ...trail]
}

const fillPath = (path: string, params: Readonly<Record<string, string | undefined>>) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
