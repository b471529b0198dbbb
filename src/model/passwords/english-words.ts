// Written for Parapet: frequent English words, so that one of them with a few digits is not taken for a good password.

/** Words that hold a sentence together. They add little to a password. */
export const FUNCTION_WORDS = `
a i u r is am are was be been do did does my me we us he she it its you your our his her him they them their the an of and or
not no yes to too so in on at by for with from up out off over all any this that these those who what why how when where
will would can cant dont wont isnt im ive youre gonna wanna want need like know get got go going have has had make made
let lets only just never ever always forever now then here there one very much many more most than but if as because
own new old big little good best great bad
o el la los las un una de del y e que mi tu te se es no si por para con mas muy le les des et du je tu il est pas pour avec
mon ma ton ta ne der die das den dem und ist ich du mein dein mit von zu nicht ein eine auf il lo gli di da che non per con
sono meu minha eu voce nao em os as do da dos das ja ty nie jest
`;

/** Frequent words of four and more letters. */
export const ENGLISH_WORDS = `
able about above absolute abstract academy accept accident according achieve action active activity actor actress actual address
adventure advance advantage advice affair after afternoon again against agency agent agree ahead airline airport airplane alarm album
alcohol alien alive allow almost alone along alpha already also although altogether amazing ambition ambulance among amount ancient
animal announce annual another answer anybody anyone anyway anywhere apart apartment appear appearance apply appoint appreciate approach approve
architect architecture area argue argument army around arrange arrival arrive arrow article artist ashes aside asleep aspect assault assist
associate assume athlete atmosphere attack attempt attend attention attitude attract audience author authority automatic available avenue average
avoid award aware away awesome awkward back background badger balance ball balloon band bank banner barrel barrier basic basket battle
battery beach beast beat beauty become bedroom before begin beginning behave behavior behind being believe bell belong below
belt bench beneath benefit beside better between beyond bicycle bill billion bind biology birth bishop bitter black blackbird blackjack
blade blame blank blanket blast blind block blonde blood bloody blue board boat body bomb bone bonus book border boring born boss
both bother bottle bottom bounce bound boundary bowl box boy brain branch brave bread break breakfast breath breathe bridge bright brilliant
bring british broken brother brown brush bubble bucket budget build builder building bullet bunch burn business busy butcher button
cabinet cable cake calendar call calm camera camp campaign cancel cancer candidate candle capital captain capture card care career careful carpet
carry cartoon case castle casual catch category cause celebrate cell center central century ceremony certain certificate chain chair chairman
challenge chamber champion champions championship chance channel chaos chapter character charge charity charm chart chase cheap check chemical
chemistry chief child childhood children choice choose church cinema circle circumstance circus citizen city civil civilization claim class
classic classical classroom clean clear clever client climate climb clock close clothes cloud clown club coach coast coat code coffin
cold collect collection college color colors colour combat combination combine come comedy comfort comfortable comic command comment
commercial commission commit committee common communicate communication community companion compare comparison compete competition complain
complete complex complicate component concentrate concept concern concert conclude conclusion concrete condition conduct conference
confidence confident confirm conflict confuse congratulate congratulation connect connection conscious consequence conservative consider
considerable consideration consist constant constitute constitution construct construction consult consultant consume consumer contact contain
contemporary content contest context continue contract contrast contribute contribution control controversial convention conversation convert
convince cook cookbook copper copy corner corporate correct correspond corridor cost cottage cotton council counsel count counter country county couple
courage course court cousin cover cowboy crack cradle craft crash cream create creation creative creator creature credit crew cricket crime criminal
crisis critic critical criticism cross crossfire crowd crown cruel cruise crush crying culture cure curious currency current curtain curve
custom customer cycle daily damage danger dangerous dark darkness darkside dashboard date dawn dead deadly deal death debate debt decade
decide decision declare decrease deep deeper defeat defend defense define definite definition degree delicious deliver delivery demand
democracy democratic demon demonstrate demonstration department depend dependent depress depression depth describe description desert deserve
design designer desire desk despair desperate despite destiny destroy destroyer destruct destruction detail detect detective determine determination
develop developer development device devil devils diamond diary dictionary diet differ difference different difficult difficulty digital dimension
dinner diploma direct direction director dirty disabled disappear disappoint disaster discipline disco discount discover discovery discuss
discussion disease disk dismiss display distance distinct distribute distribution district divide division divorce doctor document dollar domain
domestic dominate donkey door double doubt down downtown dozen draft drama dramatic draw drawing dream dreamer dreams dress drink drive driver
drop drug drum drunk during dusty dust dynamic each early earn earth earthquake east eastern easy economic economics economy
edge edition editor educate education educational effect effective efficient effort either elbow elder elect election electric electrical
electricity electronic electronics element elementary elite else embarrass emerge emergency emotion emotional emperor emphasis empire employ
employee employer employment empty enable encounter encourage encyclopedia enemy energy engage engine engineer engineering enjoy enormous
enough ensure enter enterprise entertain entertainment entire entrance entry environment environmental episode equal equation equipment error escape
especially essay essential establish establishment estimate eternal eternity evaluate even evening event eventually every everyday
everyone everywhere evidence evil exact examine examination excellent except exception exchange excite exciting exclude excuse execute
executive exercise exhibit exhibition exist existence exit expand expansion expect expectation expensive experience experiment expert explain
explanation explode exploit explore explorer explosion export expose express expression extend extension extent external extra extraordinary
extreme eyes fabulous face facility fact factor factory faculty fail failure fair fairy faithful false fame familiar famous fantastic fantasy
fashion fast faster fatal fate fault favor favorite favourite fear fearless feature federal feed feedback feel feeling fellow female fence festival fever
fiction field fifteen fifty fight fighter fighting figure file film filter final finally finance financial find finger finish
fireball firefly firefox fireman firewall fireworks firm first fishing fitness flag flame flash flat flavor flight float floor flow
flying focus folder follow following food fool foolish foot force foreign forest forge fork form formal format former
fortune forty forward foundation fountain fourteen fox frame framework france freak free freedom freeze french frequency fresh friendly
friendship frog front frozen fruit fuel full function fundamental funeral furniture further future galaxy gallery gambler game gamer games gaming
gangster garage garbage garden garlic gate gateway gather gender general generate generation generous genius gentle gentleman genuine geography
ghost giant gift girl girls give glad glass global globe glory gloves goal goat goddess golden gone gossip gothic government
governor gradual graduate graduation grain grand grandfather grandmother graphic grass gravity greatest greek greed grenade grey grill ground group
grow growth guarantee guard guardian guess guide guilty gunner guru habit hair half hall hammer hand handle handsome happen happiness
harbor hard hardware harmony hate hater hatred haunt head headache health healthy hear heart heartbeat heartbreaker hearts heat heavenly heavy height
helicopter hell help helper helpful here hero heroes hidden high highlander highland highlight highway hill himself historical history
hold hole holiday holidays hollow holy home homeland homework honest honor hood horizon horror hospital hostage hotel hour house household
housewife however huge human humble humor hundred hungry hunt hunter hunting hurt hybrid icecream icon idea ideal identify identity idiot idol ignore
illegal illusion illustrate image imagination imagine immediate immortal impact imperial implement important importance impossible
impress impression impressive improve improvement incident include income incorporate increase incredible indeed independence independent
index indian indicate individual industrial industry infant infinite infinity influence inform information initial initiative injury inner innocence
innocent inside insist inspect inspector inspiration inspire install instance instant instead institute institution instruct instruction instrument
insurance intellect intellectual intelligence intelligent intend intense intention interact interest interesting interior internal
international interpret interview introduce introduction invent invention invest investigate investigation investment invisible invite involve
iron island issue item jacket jail jealous jeans jewel jigsaw join joint joke journal journalist journey judge judgment juice jump
jungle junior junk jury justice keep kennel kernel ketchup keyboard kick kidney kill kind kingdom kings kitchen knife knight knights knock
knowledge label labor laboratory lady ladies lake lamp land landlord landscape language laptop large laser last late later latin laugh laughter
launch laundry lawyer layer lead leader leadership leaf league learn least leather leave lecture left legacy legal legend legendary legends legion
leisure length lesson letter level liberal liberty library license life lifestyle lifetime lift light lighthouse likely limit limited
line link lion liquid list listen literally literature little live lively living lizard loaded loan local location lock logic london lonely long longer look
loose loser lost lots loud love loyal loyalty luck lunch luxury machine machinery madman madness magazine magical magician magnetic magnificent
mail main maintain maintenance major majority make maker male management mankind manner manual manufacture maple marathon
marine mark market marketing marriage married marry marshal martial mask massacre massive master masterpiece match material
math mathematics matter mature maximum maybe mayor meal mean meaning measure meat mechanic mechanical mechanism media medical medicine medieval
medium meeting melody member membership memorial memories memory mental mention mentor menu merchant mercy message messenger metal method
middle midnight might mighty military milk mind mine mineral minimum minister ministry minor minute miracle mirror mischief miserable misery missile
missing mission mistake mister mixed mixture mobile model modern modify moment monarch monitor monster month monument mood moral morning
mortal mosquito motion motivate motivation motor motorbike motorcycle mountain mountains mouse mouth move movement movie multimedia multiple murder
murderer muscle museum mushroom musical musician mutual myself mystery mystic mythology naked name narrow nasty nation national native natural
nature naughty navigate navy near nearly necessary neck negative neighbor neighborhood neither nerve nervous never nevermore neverland nevermind
newspaper next nice night nightmare nightwish ninety nobody noise none normal north northern nose note notebook notice notion novel nuclear number nurse
object objective observe observation obvious occasion occur offense offer officer official often olympic online onion only open opera operate
operation operator opinion opponent opportunity oppose opposite opposition optimistic option orbit orchestra order ordinary organ organic
organization organize origin original other otherwise outcome outdoor outlaw outside outstanding oven overall overcome overlord overseas owner oxygen
pacific package page pain paint painter painting pair palace pale panel panic paper parade paradise paragraph parallel parent parliament
part participate particular particularly partner partnership party passage passenger passion passionate past path patience patient pattern
paul payment peace peaceful peak peasant pencil people perfect perfection perform performance perhaps period permanent permission permit person
personal personality perspective persuade phantom phase philosophy phone photo photograph photographer photography phrase physical physician
physics piano pick picture piece pilot pink pioneer pipe pirate pirates pistol pitch place plain plan plane planet plant plastic plate platform play
player players playground pleasant please pleasure plenty plus pocket poem poet poetry point poison police policeman policy polite political
politician politics pool poor popular popularity population port portable portrait position positive possess possession possibility possible
postcard poster potato potential pound poverty powder powerful practical practice praise pray prayer precious precise predator predict
prefer preference premier premium prepare preparation presence present presentation preserve president press pressure prestige presume
prevent previous price pride priest primary prime principal principle print printer priority prison prisoner privacy privilege
prize probability probably problem procedure proceed process produce producer product production productive profession professional professor
profile profit program programmer programming progress project promise promote promotion proof proper property prophet proportion
proposal propose prospect protect protection protocol prototype proud prove provide province psycho psychology publication publicity publish
publisher pulse pumpkin punch punish punishment punk pupil purchase pure purple purpose push puzzle pyramid quality quantity quantum
quarter question questionnaire quick quiet quite quote race racer racing radical radio railway rain rainy raise random range ranger rapid rare
rate rather reach react reaction read reader ready real realistic reality realize really reason reasonable rebel rebellion receive recent
reception recipe recognition recognize recommend recommendation record recover recovery recruit redneck reduce reduction reference reflect
reflection reform refrigerator refuge refugee refuse regard regime region regional register regret regular regulation reject relate
relation relationship relative relax release relevant reliable relief religion religious rely remain remark remarkable remedy remind
remote remove renaissance rent repair repeat replace reply report reporter represent representation representative reptile republic republican
reputation request require requirement rescue research reserve resident resist resistance resolution resolve resource respect respond response
responsibility responsible rest restaurant restore restrict result retire retreat return reveal revenge revenue reverse review revolution
revolutionary reward rhythm rider rifle right ring rings rise risk ritual rival road robot rock rocket rockets rockstar role roll
romance romantic roof room rough round route routine royal rubber ruin rule ruler rules running rural rush sacred sacrifice sadness safe safety
sailor saint salad salary sale salt same samurai sand sandwich satellite satisfaction satisfy sausage save savings scale scandal scare scary
scenario scene schedule scheme scholar scholarship school science scientific scientist scissors score scorpion scream screen screw script sculpture
search season seat second secretary section sector seed seek seem select selection self selfish sell semester senate senator send senior sense sensitive
sentence separate sequence series serious servant serve session settle settlement several severe shake shall shame shape share sharp
shelter sheriff shield shine shiny ship shirt shock shoe shoes shoot shooter shop shopping short shotgun should shoulder shout show shower shut sick
side sign signal signature significance significant silence silent silk silly similar simple simply since sing single sinister
situation sixteen sixty size skill skills skin skinny skull slave sleep sleeping sleepy slice slide slow small smart smile smiley smith smooth smoking
snake snowboard snowman social society socks software soil soldier soldiers solid solitude solution solve someone sometimes somewhere song sonic soon sorry
soul soulmate sound soup source south southern space spaceman spaceship spark sparkle speak speaker special specialist species specific spectacular spectrum
speech speed speedy spell spend spice spicy spirit spiritual split spoon sport sports spread spy squad square stable stadium staff stage stair
stand standard standing star stare start state statement station statistics statue status stay steady steak steal steam steel step
stereo stick still stock stomach stone stoned stop storage store story straight strange stranger strategic strategy stream street strength
stress stretch strike string strip stroke strong structure struggle stuck student students studio study stuff stupid style subject submarine
submit substance substantial substitute suburb succeed success successful such sudden suffer suffering sufficient suggest suggestion suicide suit
sultan sunday sundown superb superior supermarket supernatural superstar supply support supporter suppose supreme sure surface surgeon surgery surprise
surrender surround survey survival survive survivor suspect suspend sustain swallow sweater sweden switch sword swordfish symbol symbolic sympathy
symphony syndrome table tactic talent talk target task taste tattoo teach teacher teaching team teamwork tears technical technician technique
technology teenager telephone television tell temperature temple tempo tender tension terminal terrible terrific territory terror terrorist
text thank thanks thankyou theater theatre theme theory therapy therefore thing think thinker third thirteen thirty thought thoughts threat threaten
through throughout throw thumb thunderbird thunderbirds thunderbolt thunderstorm ticket tight timber time times tiny tired title today together toilet tomorrow
tongue tonight tool tooth topic total totally touch tough tour tourist toward tower town toxic track tractor trade trademark tradition traditional
traffic tragedy trail train trainer training transfer transform transformation transformer transformers transition translate translation transmission
transparent transport transportation trap trapped trash travel traveler treasure treat treatment treaty tree trial triangle tribe tribute trick trigger
trip triple triumph trooper trophy tropical trouble truck true trust truth tunnel turbo turn twenty twice twin twins twist type typical
ugly ultimate umbrella unbelievable uncle under undercover underground understand understanding undertake undertaker unemployment
unforgettable unforgiven unhappy uniform union unique unit unite united unity universal universe university unknown unless unlike unlimited
until unusual upgrade upper upset urban urgent useful useless usual valid valley valuable value values vampire variable variety various
vector vegetable vegetables vehicle velocity velvet venture venus version vessel veteran victim victor victory video view village villain violence
violent violet viper virgin virtual virtue virus vision visit visitor visual vital vocabulary voice volcano volume volunteer vote voyage voyager
wage wagon wait walk walking wall wallet wander want warden warehouse warm warning warrior warriors wash waste watch water waterfall waterloo
wave weak weakness wealth weapon weather wedding week weekend weight welfare west western whale wheel whisper whistle white whole wicked
wide widow wild wildcat wildcats wilderness willing willow wind window winner winners wing wings winning wire wireless wisdom wise wish witch with within
without witness wizard wolf woman women wonder wonderful wonderland wood wooden word words work worker workers working workshop world worldwide worry
worst worth worthy wound wrestler write writer writing wrong yard yeah year years yellow yesterday yield young yours yourself youth zebra zero
zodiac zone acknowledge acknowledgement accommodation accomplish accountant administration advertisement agriculture announcement
anniversary approximately arrangement assassination astronaut astronomy autobiography basketballs biotechnology broadcasting calculator candlelight catastrophe
championships cheeseburger christianity claustrophobia commissioner commonwealth compatibility concentration configuration consciousness
counterstrike cryptography cybersecurity dictatorship disappointed disappointment discotheque discrimination documentary encyclopedic enlightenment
entrepreneur extraterrestrial firefighter grasshopper groundhog handkerchief headquarters hippopotamus hummingbird hypothesis infrastructure intersection
investigator jurisdiction kaleidoscope kindergarten lamborghinis librarian manifestation marshmallow metropolitan mediterranean microscope multinational
neuroscience nevertheless notwithstanding onomatopoeia ophthalmology optimization paleontology parliamentary perpendicular pharmaceutical pharmacist phenomenon
philharmonic philosopher photosynthesis predominantly procrastination pronunciation psychiatrist psychologist quarterback recreational
relationships reservation rhinoceros satisfactory schizophrenia simultaneously skateboarding snowboarding sophisticated specification
springfield stakeholder straightforward subconscious supercalifragilistic superintendent supervisor surveillance sustainability teleportation telecommunication
temperament thanksgiving thermodynamics thoroughbred thousandaire transcendental triceratops troubleshooting tyrannosaurus unconditional unfortunately
unpredictable valentine veterinarian videogames vulnerability watermelons weatherman weightlifting wholehearted wonderwall woodpecker workaholic
`;

/** What words begin with. */
export const PREFIXES =
  "un re in im dis mis non over under super inter ultra anti pre pro sub mega micro multi auto my the mr mrs dr";

/** What words end with. */
export const SUFFIXES =
  "s es ed er ers ing ings ly ness less ful able ible ation ations tion ion ions al ally ment ments ity ive ism ist ists ish y ie ies z zz boy girl man men boys girls land ville town fan fans lover rules rocks fc";
