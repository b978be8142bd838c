import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'vitest/config'

// A busy machine may be late once; the summary names what passed only then. At a desk a test fails at once.
const retry = process.env['CI'] ? 1 : 0

/** Three kinds of tests; each finds its own ports and folders, so that all run side by side. Times are measured by `npm run bench`. */
export default defineConfig({
  test: {
    // Browser tests wait for servers more than they compute: three at a time fill two cores.
    maxWorkers: 3,
    globalSetup: ['tests/support/prerequisites.ts'],
    projects: [
      {
        test: {
          name: 'node',
          include: ['tests/{unit,model,contract,api}/**/*.test.{ts,tsx}'],
          environment: 'node',
          setupFiles: ['tests/support/resources.ts'],
          // The server, and for the API the embedded database, are loaded once a worker.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          retry,
        },
      },
      {
        plugins: [vanillaExtractPlugin()],
        test: {
          name: 'component',
          include: ['tests/component/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['tests/support/resources.ts', 'tests/support/browser/component.ts'],
          // React and the console are loaded once a worker, which halves the time; the setup file cleans up after each test.
          isolate: false,
          testTimeout: 20_000,
          retry,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
          setupFiles: ['tests/support/resources.ts', 'tests/support/servers/built.ts'],
          // Playwright is loaded once a worker.
          isolate: false,
          // A machine that does much else takes several times as long as a quiet one.
          testTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
          retry,
          // The first one may install a browser or nginx.
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
