import { home } from './guard.ts'
import { routeAt } from './routes.ts'

type Breadcrumb = { title: string; to: string }

/** The way from the Dashboard to the page, itself last, by route names with parameters filled in (spec.md section 2). */
export function breadcrumbsFor(
  pattern: string,
  params: Readonly<Record<string, string | undefined>>,
): Breadcrumb[] {
  const trail: Breadcrumb[] = []
  for (let path: string | undefined = pattern; path; path = routeAt(path)?.parent) {
    const route = routeAt(path)
    if (route) trail.unshift({ title: route.title, to: fill(route.path, params) })
  }
  return pattern === home ? trail : [{ title: 'Dashboard', to: home }, ...trail]
}

const fill = (path: string, params: Readonly<Record<string, string | undefined>>) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
