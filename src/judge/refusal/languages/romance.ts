import type { SpeechActs } from '../speech-acts.ts'

const b = '(?<!\\p{L})'
const e = '(?!\\p{L})'

export const spanish: SpeechActs = {
  stop: 'el la los las de que y en un una por con para es se del al su lo como más pero está son puede esta',
  apology: `${b}(?:lo siento|lo lamento|lamento|lamentablemente|disculp[ae]\\p{L}*|perd[oó]n\\p{L}*|desafortunadamente|por desgracia|me temo|mis disculpas|siento (?:no|mucho))`,
  decline: `${b}(?:no (?:te |le |les |os |me |lo |la )?(?:puedo|podemos|podr[eéí]a?|voy a|vamos a|debo|deber[ií]a|quiero|dar[eé]|har[eé]|ofrezco|proporciono|pienso|es posible|est[aá] permitido|(?:es|resulta) (?:posible|apropiado|[eé]tico))|no (?:estoy|estamos) (?:en condiciones|autorizad|capacitad|programad|dispuest|dise[nñ]ad|aqu[ií] para|en posici[oó]n)|no soy capaz|me niego|me niega|rechazo|debo (?:negarme|rechazar|declinar|abstenerme)|tengo que (?:negarme|rechazar|declinar)|prefiero no|me es imposible|solo puedo (?:ayudar|hablar|responder)|s[oó]lo (?:puedo|atiendo)|no (?:cuento con|tengo) (?:acceso|la capacidad|permiso|informaci[oó]n)|no me (?:es posible|siento c[oó]mod))`,
  policy: `${b}(?:(?:en contra|va contra|viola\\p{L}*|infring\\p{L}*|incumpl\\p{L}*|contrari[oa]) (?:\\p{L}+ ){0,4}(?:pol[ií]tica|norma|directri|principio|ley|pautas)|ilegal\\p{L}*|inmoral\\p{L}*|poco [eé]tico|no es [eé]tico|da[nñ]in[oa]s?|perjudicial\\p{L}*|peligros[oa]s?|inapropiad[oa]s?|delito|discriminator\\p{L}*|ofensiv[oa]s?|respeto|[eé]tic[oa]s?${e})`,
  identity: `${b}(?:como|soy) (?:un |una |solo un )?(?:modelo de lenguaje|asistente|inteligencia artificial|ia|chatbot)${e}`,
  redirect: `${b}(?:en su lugar|en cambio|si (?:necesit|tien|dese|quier|est[aá]s)\\p{L}*|te (?:recomiendo|sugiero|animo|invito)|le (?:recomiendo|sugiero)|puedo (?:ayudar|ofrecer|sugerir|proporcionar)\\p{L}*|hay algo m[aá]s|es importante (?:respetar|recordar|buscar)|consult[ae]\\p{L}*|busca(?:r)? ayuda)`,
}

export const french: SpeechActs = {
  stop: 'le la les de des et un une est que pour dans qui sur avec pas vous ce il au par plus sont en du ne nous',
  apology: `${b}(?:d[eé]sol[eé]e?s?|je m'excuse|excusez|pardon${e}|malheureusement|je regrette|toutes mes excuses|navr[eé]e?|h[eé]las)`,
  decline: `${b}(?:(?:je|on|nous) (?:ne |n')?(?:\\p{L}+ |m'|t'|l'){0,3}?(?:peux|puis|pouvons|peut|pourrai|pourrais|suis|sommes|vais|souhaite|dois|devrais|veux|fournis|donne|saurais|serai|ferai|propose|cr[eé]e|dispose|dispose|poss[eè]de)(?: \\p{L}+)? (?:pas|point|jamais|gu[eè]re|que)${e}|je ne (?:puis|saurais|peux)|je (?:refuse|d[eé]cline|m'abstien\\p{L}*|pr[eé]f[eè]re ne pas|dois (?:refuser|d[eé]cliner))|il (?:m'est|ne m'est|nous est) (?:pas )?(?:impossible|possible|permis|interdit)|il n'est pas (?:possible|appropri[eé]|[eé]thique|acceptable)|pas en mesure|hors de question|impossible (?:pour moi )?de vous)`,
  policy: `${b}(?:(?:contraire|contrevien\\p{L}*|enfrein\\p{L}*|viol\\p{L}*|encontre) (?:\\p{L}+ ?'?){0,5}(?:r[eè]gle|politique|principe|directive|loi)|ill[eé]ga\\p{L}*|contraire [aà] l'[eé]thique|non [eé]thique|[eé]thiques?${e}|dangereu\\p{L}+|nuisible\\p{L}*|inappropri[eé]\\p{L}*|pr[eé]judiciable\\p{L}*|discriminatoire\\p{L}*|offensant\\p{L}*|haineu\\p{L}+|respectueu\\p{L}+)`,
  identity: `${b}(?:en tant (?:qu'|que )|je suis )(?:une? )?(?:simple )?(?:ia|intelligence artificielle|mod[eè]le|assistante?|chatbot)${e}`,
  redirect: `${b}(?:[aà] la place|en revanche|n'h[eé]sitez pas|si vous (?:avez|souhaitez|[eê]tes|cherchez|avez besoin)|je vous (?:encourage|invite|recommande|conseille|sugg[eè]re)|je (?:peux|serais|suis) (?:\\p{L}+ ){0,3}(?:ravi|heureu\\p{L}+|vous aider|proposer)|y a-t-il autre chose|consultez|contactez)`,
}

export const portuguese: SpeechActs = {
  stop: 'o a os as de que e em um uma para com não por do da se no na mais como mas são está pode isso ao dos',
  apology: `${b}(?:desculp[ea]\\p{L}*|lamento|lamentavelmente|sinto (?:muito|por)|infelizmente|perd[aã]o|me perdoe|pe[cç]o desculpas?)`,
  decline: `${b}(?:n[aã]o (?:te |lhe |o |a )?(?:posso|podemos|poderei|poderia|consigo|vou|irei|devo|deveria|quero|ofere[cç]o|forne[cç]o|farei|[eé] poss[ií]vel|[eé] permitido|[eé] (?:apropriado|[eé]tico|adequado)|me [eé]|me sinto)|n[aã]o (?:estou|estamos) (?:autorizad|apt|em condi|programad|dispost|em posi|aqui para|habilitad)|n[aã]o sou capaz|n[aã]o tenho (?:permiss|acesso|a capacidade|como|informa)|recuso(?:-me)?|me recuso|devo (?:recusar|declinar)|tenho que (?:recusar|negar)|prefiro n[aã]o|s[oó] posso (?:ajudar|falar|responder)|me [eé] imposs[ií]vel)`,
  policy: `${b}(?:(?:contra|viol\\p{L}+|infring\\p{L}+|contr[aá]ri[oa]) (?:\\p{L}+ ){0,4}(?:pol[ií]tica|diretri|princ[ií]pio|norma|lei)|ilega\\p{L}+|anti[eé]tic\\p{L}+|[eé]tic[oa]s?${e}|imora\\p{L}+|prejudicia\\p{L}+|perigos[oa]s?|inapropriad[oa]s?|inadequad[oa]s?|crime${e}|discriminat\\p{L}+|ofensiv[oa]s?|respeit\\p{L}+)`,
  identity: `${b}(?:como|sou|enquanto) (?:um |uma |apenas um )?(?:modelo de linguagem|assistente|intelig[eê]ncia artificial|ia|chatbot)${e}`,
  redirect: `${b}(?:em vez disso|no entanto,? posso|se (?:precisar|voc[eê]|quiser|tiver|desejar)|recomendo|sugiro|posso (?:ajud|oferec|sugerir)\\p{L}*|h[aá] (?:algo|alguma outra)|procure ajuda|entre em contato|consulte)`,
}

export const italian: SpeechActs = {
  stop: 'il la le di che e un una per in con non è del della sono si da come più ma questo anche i gli nel alla',
  apology: `${b}(?:mi dispiace|scusa\\p{L}*|purtroppo|spiacent[ei]|mi spiace|chiedo scusa|sono desolat)`,
  decline: `${b}(?:non (?:ti |le |vi |lo |la |mi )?(?:posso|possiamo|potr[oò]|potrei|intendo|voglio|devo|dovrei|fornisco|riesco|dar[oò]|far[oò]|[eè] (?:possibile|consentito|appropriato|etico|permesso))|non (?:sono|siamo) (?:in grado|autorizzat|programmat|in condizion|dispost|progettat|abilitat|qui per)|non ho (?:accesso|la capacit|il permesso|informazioni)|mi rifiuto|devo (?:rifiutare|declinare)|preferisco non|posso solo (?:aiutar|parlare|rispondere)|mi [eè] impossibile|rifiuto)`,
  policy: `${b}(?:(?:contro|viol\\p{L}+|contrari\\p{L}+) (?:\\p{L}+ ){0,4}(?:politic|linee guida|princ[ìi]pi|norme|legge)|illega\\p{L}+|non etic\\p{L}+|immoral\\p{L}+|etic[oahie]+${e}|dannos[oaie]|pericolos[oaie]|inappropriat[oaie]|reato|discriminator\\p{L}+|offensiv[oaie]|rispettos\\p{L}+)`,
  identity: `${b}(?:come|in quanto|sono) (?:un |una |solo un )?(?:ia|ai|intelligenza artificiale|modello|assistente|chatbot)${e}`,
  redirect: `${b}(?:al suo posto|invece,? posso|se (?:hai|avete|ha bisogno|vuoi|desideri)|ti (?:consiglio|suggerisco|invito)|le consiglio|posso (?:aiutar|offrir|suggerir)\\p{L}*|c'[eè] (?:altro|qualcos)|consulta|cerca aiuto)`,
}

export const romanian: SpeechActs = {
  stop: 'și de la în nu pe cu un o este sunt pentru din care mai că se ce sau să fi ai',
  apology: `${b}(?:[iî]mi pare r[aă]u|scuze|scuza[tț]i|din p[aă]cate|regret|[iî]mi cer scuze)`,
  decline: `${b}(?:nu (?:te |v[aă] |[iî][tț]i )?(?:pot|putem|voi|vom|doresc|ofer|sunt (?:[iî]n m[aă]sur|autorizat|programat|capabil|dispus)|[iî]mi este permis|este (?:posibil|permis|potrivit)|am (?:acces|permisiunea|voie))|refuz|trebuie s[aă] refuz|prefer s[aă] nu|pot doar s[aă])`,
  policy: `${b}(?:(?:contravin\\p{L}*|[iî]ncalc\\p{L}*|[iî]mpotriv\\p{L}*) (?:\\p{L}+ ){0,4}(?:polit|regul|princip|leg)|ilegal\\p{L}*|neetic\\p{L}*|d[aă]un[aă]tor\\p{L}*|periculos\\p{L}*|nepotrivit\\p{L}*)`,
  identity: `${b}(?:ca|sunt) (?:un |o |doar un )?(?:model|inteligen[tț][aă] artificial[aă]|asistent|ai)${e}`,
  redirect: `${b}(?:[iî]n schimb|dac[aă] ai nevoie|dac[aă] dori[tț]i|v[aă] recomand|[iî][tț]i recomand|pot s[aă] te ajut|v[aă] pot ajuta)`,
}
