const { existsSync, readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

// Arrows point down (docs/architecture.md draws it). Each feature says its rank in its manifest.
const homes = join(__dirname, 'server/features')
const pages = join(__dirname, 'web/features')
const rankIn = (folder) => {
  const manifest = join(folder, 'manifest.ts')
  return existsSync(manifest) && /\brank: '(\w+)'/.exec(readFileSync(manifest, 'utf8'))?.[1]
}
// What only the page tells apart, such as the people of the firm and its setup, ranks as a workflow unless it says so.
const rankOf = (feature) =>
  existsSync(join(homes, feature)) ? rankIn(join(homes, feature)) : rankIn(join(pages, feature)) || 'workflow'
const features = [...new Set([homes, pages].flatMap((folder) => readdirSync(folder)))]
const ranked = (rank) => features.filter((feature) => rankOf(feature) === rank).join('|')
const rank = { foundations: ranked('foundation'), workflows: ranked('workflow') }
const forbid = (name, from, to) => ({ name, severity: 'error', from, to })
const notATest = '\\.(test|spec)\\.tsx?$|(^|/)testing(/|\\.tsx?$)'

module.exports = {
  forbidden: [
    forbid('no-cycles', {}, { circular: true }),
    forbid('nothing-unresolved', {}, { couldNotResolve: true }),
    forbid(
      'contract-is-pure',
      { path: '^contract/', pathNot: notATest },
      { pathNot: '^contract/|node_modules/zod/' },
    ),
    forbid(
      'inspector-stands-alone',
      { path: '^inspector/', pathNot: notATest },
      { path: '^(server|web)/|node_modules/(fastify|drizzle-orm|pg|react)/' },
    ),
    forbid(
      'web-and-server-never-meet',
      { path: '^(web|server)/' },
      { path: '^(web|server)/', pathNot: '^$1/' },
    ),
    forbid('page-does-not-inspect', { path: '^web/' }, { path: '^inspector/' }),
    forbid(
      'platform-knows-no-feature',
      { path: '^(server|web)/(platform|ui)/', pathNot: notATest },
      { path: '/features/|^server/(demo/|app\\.ts$)' },
    ),
    forbid('shell-knows-no-feature', { path: '^web/shell/', pathNot: notATest }, { path: '/features/' }),
    forbid('providers-know-no-feature', { path: '^server/providers/' }, { path: '/features/' }),
    forbid(
      'foundations-stand-alone',
      { path: `^(server|web)/features/(${rank.foundations})/`, pathNot: notATest },
      { path: '/features/', pathNot: '/features/$2/' },
    ),
    forbid(
      'workflows-do-not-meet',
      { path: `^(server|web)/features/(${rank.workflows})/`, pathNot: notATest },
      { path: '/features/', pathNot: `/features/($2|${rank.foundations})/` },
    ),
    forbid(
      'one-door-on-the-server',
      { path: '^server/features/([^/]+)/', pathNot: notATest },
      { path: '^server/features/', pathNot: '^server/features/$1/|/service\\.ts$' },
    ),
    forbid(
      'one-door-on-the-page',
      { path: '^web/features/([^/]+)/', pathNot: notATest },
      { path: '^web/features/', pathNot: '^web/features/$1/|/(hooks\\.tsx?|dialog\\.tsx)$' },
    ),
    forbid(
      'store-is-the-floor',
      { path: '/store\\.ts$' },
      { path: '^server/features/[^/]+/((manifest|routes|service|jobs)\\.ts$|service/)' },
    ),
    forbid(
      'service-knows-no-route',
      { path: '^server/features/[^/]+/service(\\.ts$|/)' },
      { path: '^server/features/[^/]+/(manifest|routes)\\.ts$' },
    ),
    // What comes through a file of the platform, the architecture test finds.
    forbid(
      'features-know-no-fastify',
      { path: '^server/features/', pathNot: notATest },
      { path: 'node_modules/(fastify|@fastify)/' },
    ),
    forbid(
      'sql-lives-in-stores',
      { path: '^server/features/', pathNot: `/(store|schema)\\.ts$|${notATest}` },
      { path: 'node_modules/drizzle-orm/' },
    ),
    forbid('tests-are-leaves', { pathNot: notATest }, { path: notATest }),
  ],
  options: {
    doNotFollow: 'node_modules',
    exclude: '^(dist|data)/',
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
