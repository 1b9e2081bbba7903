import { ways } from './ways.ts'

export type Danger = 'violence' | 'despair' | 'fraud'

const harm =
  '(?:hit|hits|hitting|beat|beats|beating|beaten|hurt|hurts|hurting|punch\\w*|kick(?:s|ed|ing)?|slap\\w*|grab(?:s|bed|bing)?|shov\\w+|push(?:es|ed|ing)|dragg?\\w*|spat at|throttl\\w*|smack\\w*|burn(?:s|ed|t)|thump\\w*|batter\\w*|pinn(?:ed|ing)|chok\\w+|strangl\\w+|attack\\w*|assault\\w*|threaten\\w*|stalk\\w*|harass\\w*|rap(?:ed?|es|ing)|abus(?:es|ed|ing)|follow(?:s|ing)|bully\\w*|terroris\\w+)'
const us = '(?:me|us|my (?:kids?|child\\w*|son|daughter|mum|baby|family))'
const sum =
  '(?:money|deposit|payment|savings|funds|it(?: all)?|everything|grand|£ ?\\d[\\d ]*|\\d+ ?k|\\d[\\d ]*)'
const cheat =
  '(?:scam\\w*|fraud\\w*|con ?(?:man|men|artists?)|hack\\w*|crooks?|thie(?:f|ves)|fakes?|not real|not genuine|wrong (?:people|account|person))'

/** Somebody may be in danger, or their money is. */
export const dangers: [Danger, RegExp[]][] = [
  [
    'despair',
    ways(
      'better off (?:if i|without me|dead)',
      '(?:no|the|any|what) (?:is )?(?:the )?(?:point|reason) (?:in |of |to )?(?:living|live|going on|go on|carry on|carrying on|being here|any ?more)',
      'can not (?:do|take|go on with|carry on with|go through|cope with|face) (?:this|it|life|things) (?:any ?more|any longer|much longer)',
      'can not (?:(?:go|carry) on(?! (?:to|with|past|until|because|in))|cope any ?more)|wish i (?:was|were) (?:not here|dead|gone)|wish i would not wake up',
      '(?:kill(?:ing)?|harm(?:ing)?|hurt(?:ing)?|cut(?:ting)?) myself|suicid\\w*|self harm\\w*|top myself|overdos\\w*',
      'end (?:my life|it all|everything)|take my (?:own )?life|tak(?:e|ing) all (?:my|the) (?:pills|tablets)',
      '(?:do not|not|never) want to (?:live|be alive|be here|exist|wake up|carry on|go on)|want to (?:die|disappear|be dead|end it)',
    ),
  ],
  [
    'violence',
    ways(
      `${harm} ${us}(?! (?:out|off|back|up about))`,
      '(?:going to|will|would|wants? to|threaten\\w* to|trying to|try to|tried to|says? he|hell) .. (?:kill|hurt|hit|stab|attack|beat|shoot|burn) (?:me|us|him|her|them|my|our|the)',
      '(?:kill|stab|shoot) (?:me|us|my (?:kids?|child\\w*|family|mum))|(?:death|violent) threats?|threats? (?:to|against|from|on) (?:me|my|us|him|her)|threaten(?:ed|ing) by',
      '(?:am|been|being|feel|getting|got|was) (?:\\w+ )?(?:threatened|attacked|assaulted|beaten(?: up)?|abused|stalked|raped|harassed|intimidated)',
      '(?:scared|afraid|frightened|terrified|fear) (?:of (?:him|her|them|my|going)|for (?:my|our|me)|to (?:go|be|leave))',
      '(?:domestic|sexual|physical|emotional|financial) (?:abuse|violence)|coercive|controlling (?:partner|husband|wife|boyfriend|behaviou?r)',
      '(?:he|she|they|husband|wife|partner|ex|boyfriend|girlfriend) (?:is |gets |got |was |has been |can be |turned )(?:very |so |really |being )?(?:violent|abusive|dangerous|aggressive|threatening)',
      'abusive|violent (?:partner|husband|wife|ex|boyfriend|man|home|relationship)',
      'controls? (?:all )?(?:my|our|everything|what i)|takes? (?:all )?my (?:phone|money|wages|bank card)|will not let me (?:leave|out|go out|see my (?:friends|family))',
      'by the (?:throat|neck|hair)|black eye|(?:laid|put|raised) (?:a |his |her )?hands? (?:on|to|round) (?:me|my)',
      '(?:locked|locks|trapped|keeps) me in|(?:he|she|they) (?:is|are) (?:outside|at|kicking|banging on|smashing|breaking) (?:the|my|in|down) ?(?:door|house|window|flat)?',
      '(?:got|has|with|had) (?:a |his |the )?(?:knife|gun|weapon)',
      'not (?:feel |feeling )?safe (?:at home|here|with him|with her|in my)|unsafe at home|in danger(?! of)|found out where i (?:live|am)|hiding from',
    ),
  ],
  [
    'fraud',
    ways(
      `(?<!you )(?:sent|paid|transferred|wired|put|gave|moved|lost) .. ${sum} (?:\\S+ ){0,25}${cheat}`,
      `(?<!you )(?:sent|paid|transferred|wired|gave|lost) .. (?:to|by) .. ${cheat}`,
      `(?:sent|paid|transferred|wired) .. ${sum} .. (?:new (?:bank )?details|was not you|not from you|was not yours)`,
      '(?:been|was|got|have been|(?<!(?:of|about|avoid|from|against) )being|i am) (?:scammed|defrauded|conned|tricked|hacked|phished)',
      `(?:think|thought|realised|realise) .. (?:sent|paid|transferred|gave) .. ${cheat}`,
      'gave .. (?:bank details|card details|password|pin|security code) .. (?:scam\\w*|caller|phone|stranger|fraud\\w*|somebody)',
    ),
  ],
]
